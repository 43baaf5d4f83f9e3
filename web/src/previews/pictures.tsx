import { useState } from 'react'
import { Icon } from '../ui/icon.tsx'
import { Thumb } from '../ui/thumb.tsx'
import { words } from '../words/write.ts'
import type { File } from '../writing/composition.ts'
import { usePreview } from '../writing/uploads.ts'
import type { Facts } from './facts.ts'

const ratios = {
  square: 'aspect-square',
  portrait: 'aspect-4/5',
  pin: 'aspect-2/3',
  wide: 'aspect-video',
  upright: 'aspect-9/16',
} as const

export function Pictures({
  files,
  about,
  flush = false,
}: {
  files: readonly File[]
  about: Pick<Facts, 'pictures' | 'ratio'>
  flush?: boolean
}) {
  if (!files.length) return null
  const round = flush ? '' : 'rounded-xl border border-line'
  if (about.pictures === 'carousel' || files.length === 1) {
    return <Carousel files={files} ratio={about.ratio} round={round} />
  }
  const shown = files.slice(0, 4)
  return (
    <div
      className={`grid aspect-video grid-cols-2 gap-0.5 overflow-hidden ${round} ${shown.length > 2 ? 'grid-rows-2' : ''}`}
    >
      {shown.map((file, index) => (
        <div
          key={file.key}
          className={`relative min-h-0 bg-sunk ${shown.length === 3 && index === 0 ? 'row-span-2' : ''}`}
        >
          <Picture file={file} />
          {index === 3 && files.length > 4 && (
            <span className="absolute inset-0 grid place-items-center bg-black/60 text-xl font-semibold text-white">
              +{files.length - 4}
            </span>
          )}
        </div>
      ))}
    </div>
  )
}

function Carousel({
  files,
  ratio,
  round,
}: {
  files: readonly File[]
  ratio: Facts['ratio']
  round: string
}) {
  const [at, setAt] = useState(0)
  const index = Math.min(at, files.length - 1)
  const file = files[index]
  if (!file) return null
  const several = files.length > 1
  return (
    <div
      className={`relative overflow-hidden bg-sunk ${round} ${ratio ? ratios[ratio] : own(files[0])}`}
    >
      <Picture file={file} />
      {several && (
        <>
          <Turn
            label={words.preview.before}
            side="start-2"
            disabled={index === 0}
            onClick={() => setAt(index - 1)}
          />
          <Turn
            label={words.preview.after}
            side="end-2"
            disabled={index === files.length - 1}
            onClick={() => setAt(index + 1)}
          />
          <span className="absolute top-2 end-2 rounded-full bg-black/70 px-2 text-xs text-white tabular-nums">
            {index + 1}/{files.length}
          </span>
        </>
      )}
    </div>
  )
}

/** As tall as it is, within what a feed allows. */
function own(file: File | undefined) {
  const { width = 16, height = 9 } = file ?? {}
  const shape = width / height
  if (shape > 1.6) return 'aspect-video'
  if (shape > 1.15) return 'aspect-4/3'
  return shape > 0.9 ? 'aspect-square' : 'aspect-4/5'
}

function Picture({ file }: { file: File }) {
  const { small, full } = usePreview(file)
  return (
    <>
      <Thumb
        {...(file.type.startsWith('video/') ? small : full)}
        alt={file.alt_text}
        name={file.name}
      />
      {file.alt_text && (
        <span className="absolute bottom-2 start-2 rounded-sm bg-black/70 px-1.5 text-xs font-bold text-white">
          ALT
        </span>
      )}
      {file.type.startsWith('video/') && (
        <span className="absolute inset-0 m-auto grid size-12 place-items-center rounded-full bg-black/60 text-white">
          <Icon name="film" />
        </span>
      )}
    </>
  )
}

function Turn({
  label,
  side,
  disabled,
  onClick,
}: {
  label: string
  side: string
  disabled: boolean
  onClick: () => void
}) {
  return (
    <button
      type="button"
      aria-label={label}
      disabled={disabled}
      onClick={onClick}
      className={`absolute top-1/2 grid size-8 -translate-y-1/2 place-items-center rounded-full bg-black/60 text-white disabled:hidden ${side}`}
    >
      <Icon
        name="down"
        className={`size-4 rtl:-scale-y-100 ${side.startsWith('start') ? 'rotate-90' : '-rotate-90'}`}
      />
    </button>
  )
}
