/** A new file out of this one: the service makes it, the original stays. */
import type { DeriveMediaInput } from '@crier/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { sentenceOf } from '../../api/ask.ts'
import type { WholeItem } from '../../api/media.ts'
import { useHere } from '../../shell/here.ts'
import { Button } from '../../ui/button.tsx'
import { Cropper } from '../../ui/cropper.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useSay } from '../../ui/said.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { common } from '../../words/common.ts'
import { length, number } from '../../words/format.ts'
import { words } from '../../words/library.ts'
import { ratiosFor, type Rectangle, valueOf, within } from '../../writing/ratios.ts'

type Wish = Omit<DeriveMediaInput, 'id'>
interface Doing {
  item: WholeItem
  busy: boolean
  make: (wish: Wish) => void
  onClose: () => void
}

export function Make({
  item,
  onMade,
  onClose,
}: {
  item: WholeItem
  onMade: (id: number) => void
  onClose: () => void
}) {
  const here = useHere()
  const queries = useQueryClient()
  const say = useSay()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  async function make(wish: Wish) {
    if (busy) return
    setBusy(true)
    setProblem(undefined)
    try {
      const made = await here.crier.deriveMedia({ id: item.id, ...wish })
      await queries.invalidateQueries({ queryKey: [here.id, 'media'] })
      say(words.make.done(made.original_name))
      onClose()
      onMade(made.id)
    } catch (error) {
      setProblem(sentenceOf(error))
      setBusy(false)
    }
  }
  const isPicture = item.mime_type.startsWith('image/')
  const Form = isPicture ? Picture : Video
  return (
    <Dialog title={isPicture ? words.make.picture : words.make.video} onClose={onClose} wide>
      {problem !== undefined && <Notice kind="danger">{problem}</Notice>}
      <Form item={item} busy={busy} make={(wish) => void make(wish)} onClose={onClose} />
    </Dialog>
  )
}

const WHOLE = 'whole'
const formats = ['same', 'jpeg', 'png', 'webp'] as const
type Format = (typeof formats)[number]
const turns = { 0: 90, 90: 180, 180: 270, 270: 0 } as const
type Turn = keyof typeof turns

function Picture({ item, busy, make, onClose }: Doing) {
  const [ratio, setRatio] = useState(WHOLE)
  const [rotate, setRotate] = useState<Turn>(0)
  const [format, setFormat] = useState<Format>('same')
  const [rectangle, setRectangle] = useState<Rectangle>()
  const [broken, setBroken] = useState(false)
  const upright = { width: item.width ?? 1, height: item.height ?? 1 }
  const picture = rotate % 180 === 0 ? upright : { width: upright.height, height: upright.width }
  const area = rectangle && within(rectangle, picture)
  const isAll = !area || (area.width === picture.width && area.height === picture.height)
  const wish: Wish = {
    ...(!isAll && { crop: area }),
    ...(rotate !== 0 && { rotate }),
    ...(format !== 'same' && { format }),
  }
  return (
    <>
      {broken ? (
        <Notice kind="danger">{words.make.broken}</Notice>
      ) : (
        <Cropper
          // Another turn or ratio begins in the middle again.
          key={`${rotate} ${ratio}`}
          src={item.cdn_url}
          ratio={ratio === WHOLE ? picture.width / picture.height : valueOf(ratio)}
          rotate={rotate}
          labels={words.make}
          onArea={setRectangle}
          onBroken={() => setBroken(true)}
        />
      )}
      <div className="flex flex-wrap items-end gap-4">
        <Segmented
          label={words.make.ratio}
          shown
          small
          value={ratio}
          options={[
            { value: WHOLE, label: words.make.whole },
            ...ratiosFor([]).map((value) => ({ value, label: value })),
          ]}
          onValue={setRatio}
        />
        <Segmented
          label={words.make.format}
          shown
          small
          value={format}
          options={formats.map((value) => ({ value, label: words.make.formats[value] }))}
          onValue={setFormat}
        />
        <Button small icon="retry" onClick={() => setRotate((before) => turns[before])}>
          {words.make.turn}
        </Button>
      </div>
      {area && (
        <p aria-live="polite" className="text-sm text-muted">
          {words.detail.by(number(area.width), number(area.height))}
        </p>
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{common.dialog.keep}</Button>
        <Button
          look="primary"
          busy={busy}
          disabled={Object.keys(wish).length === 0}
          onClick={() => make(wish)}
        >
          {words.make.save}
        </Button>
      </div>
    </>
  )
}

function Video({ item, busy, make, onClose }: Doing) {
  const video = useRef<HTMLVideoElement>(null)
  const end = item.duration ?? 0
  const [from, setFrom] = useState(0)
  const [to, setTo] = useState(end)
  const now = () => video.current?.currentTime ?? 0
  return (
    <>
      {/* What is chosen here goes by the picture; captions are files of their own. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <video
        ref={video}
        src={item.cdn_url}
        aria-label={item.original_name}
        controls
        playsInline
        className="max-h-72 w-full rounded-lg bg-sunk"
      />
      <p className="text-sm text-muted">{words.make.hint}</p>
      <div className="flex flex-wrap items-center gap-2">
        <Button small onClick={() => setFrom(now())}>
          {words.make.from}
        </Button>
        <Button small onClick={() => setTo(now())}>
          {words.make.to}
        </Button>
        <span aria-live="polite" className="tabular-nums">
          {words.make.between(length(from), length(to))}
        </span>
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{common.dialog.keep}</Button>
        <Button icon="image" busy={busy} onClick={() => make({ poster_at: now() })}>
          {words.make.frame}
        </Button>
        <Button
          look="primary"
          busy={busy}
          disabled={to <= from || (from === 0 && to === end)}
          onClick={() => make({ trim: { from, to } })}
        >
          {words.make.trim}
        </Button>
      </div>
    </>
  )
}
