/** Which frame of a video stands for it: one slider sets what each platform calls it. */
import { useId, useRef, useState } from 'react'
import { sentenceOf } from '../../api/ask.ts'
import { useHere } from '../../shell/here.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { platformName } from '../../ui/platform-mark.tsx'
import { useSay } from '../../ui/said.tsx'
import { length, list, number } from '../../words/format.ts'
import { words } from '../../words/shape.ts'
import { words as write } from '../../words/write.ts'
import { type File as Written, fileOf } from '../../writing/composition.ts'
import { coverFields, moments, withCover } from '../../writing/covers.ts'
import type { Store } from '../../writing/store.ts'
import { add, usePreview } from '../../writing/uploads.ts'
import { usePlatforms } from './use-platforms.ts'

/** Seconds. */
const STEP = 0.1

export function Cover({
  store,
  file,
  onClose,
}: {
  store: Store
  file: Written
  onClose: () => void
}) {
  const { crier } = useHere()
  const say = useSay()
  const slider = useId()
  const video = useRef<HTMLVideoElement>(null)
  const platforms = usePlatforms(store)
  // Those that take a moment of the video, and those that take a picture beside it.
  const framed = platforms.flatMap(({ platform }) => (platform in coverFields ? platform : []))
  const pictured = platforms.flatMap(({ platform, rules }) =>
    rules?.media['cover'] === undefined ? [] : platform,
  )
  const { full } = usePreview(file)
  const [at, setAt] = useState(() => moments(store.get().options)[0] ?? 0)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [duration, setDuration] = useState(file.duration ?? 0)
  const shown = duration < 60 ? words.cover.seconds(number(at)) : length(at)

  function show(moment: number) {
    setAt(moment)
    if (video.current) video.current.currentTime = moment
  }

  function save() {
    store.change(({ options }) => ({ options: withCover(options, framed, at) }))
    onClose()
    say(words.cover.done)
  }

  /** By the service, where it has the means; else as this browser shows it. */
  async function put() {
    const { id, part } = file
    if (id === undefined) return
    setBusy(true)
    setProblem(undefined)
    try {
      const made = await crier.deriveMedia({ id, poster_at: at })
      const frame = { ...fileOf(made), ...(part !== undefined && { part }) }
      store.change(({ files }) => ({ files: [...files, frame] }))
    } catch (error) {
      const frame = await frameOf(video.current, file.name)
      if (!frame) {
        setProblem(sentenceOf(error))
        setBusy(false)
        return
      }
      await add(store, [frame], part)
    }
    onClose()
    say(words.cover.added)
  }

  return (
    <Dialog title={words.cover.title} onClose={onClose} wide>
      <p className="text-muted">{words.cover.lead}</p>
      {problem !== undefined && <Notice kind="danger">{problem}</Notice>}
      <div className="grid h-72 place-items-center overflow-hidden rounded-lg bg-sunk sm:h-96">
        <video
          ref={video}
          src={full.src}
          aria-label={file.alt_text || file.name}
          crossOrigin="anonymous"
          muted
          playsInline
          preload="auto"
          onLoadedMetadata={({ currentTarget }) => {
            if (Number.isFinite(currentTarget.duration)) setDuration(currentTarget.duration)
            currentTarget.currentTime = at
          }}
          onError={() => setProblem(words.cover.broken)}
          className="size-full object-contain"
        />
      </div>
      <div className="flex items-center gap-3">
        <label htmlFor={slider} className="text-sm font-medium">
          {words.cover.at}
        </label>
        <input
          id={slider}
          type="range"
          min={0}
          max={Math.max(STEP, Math.floor((duration - STEP) / STEP) * STEP)}
          step={STEP}
          value={at}
          aria-valuetext={shown}
          onChange={({ target }) => show(Number(target.value))}
          className="flex-1 accent-accent"
        />
        <output htmlFor={slider} className="w-14 text-end text-sm text-muted tabular-nums">
          {shown}
        </output>
      </div>
      <div className="grid gap-1 text-sm text-muted">
        {framed.length > 0 && <p>{words.cover.frameOf(namesOf(framed))}</p>}
        {pictured.length > 0 && <p>{words.cover.pictureOf(namesOf(pictured))}</p>}
        {!framed.length && !pictured.length && <p>{words.cover.none}</p>}
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{write.write.cancel}</Button>
        {pictured.length > 0 && (
          <Button busy={busy} icon="image" onClick={() => void put()}>
            {words.cover.picture}
          </Button>
        )}
        {framed.length > 0 && (
          <Button look="primary" onClick={save}>
            {words.cover.save}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

function namesOf(platforms: readonly string[]) {
  return list(platforms.map((platform) => platformName(platform)))
}

/** What the video shows now, as a file; undefined where the browser cannot tell. */
async function frameOf(video: HTMLVideoElement | null, name: string) {
  if (!video?.videoWidth) return undefined
  const canvas = document.createElement('canvas')
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  try {
    canvas.getContext('2d')?.drawImage(video, 0, 0)
    const blob = await new Promise<Blob | null>((give) => canvas.toBlob(give, 'image/jpeg', 0.92))
    return (
      blob && new File([blob], `${name.replace(/\.[^.]*$/, '')}-frame.jpg`, { type: blob.type })
    )
  } catch {
    // Of another origin that does not let its pictures be read.
    return undefined
  }
}
