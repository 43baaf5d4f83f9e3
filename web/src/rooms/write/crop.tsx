/** Which part of a picture stays. The service cuts it: only the rectangle is sent. */
import { useState } from 'react'
import { sentenceOf } from '../../api/ask.ts'
import { useHere } from '../../shell/here.ts'
import { Button } from '../../ui/button.tsx'
import { Cropper } from '../../ui/cropper.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { platformName } from '../../ui/platform-mark.tsx'
import { useSay } from '../../ui/said.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { list, number } from '../../words/format.ts'
import { words } from '../../words/shape.ts'
import { words as write } from '../../words/write.ts'
import { type File, fileOf } from '../../writing/composition.ts'
import {
  type PictureRule,
  pictureRule,
  ratiosFor,
  type Rectangle,
  takes,
  valueOf,
  within,
} from '../../writing/ratios.ts'
import { replace, type Store } from '../../writing/store.ts'
import { usePreview } from '../../writing/uploads.ts'
import { usePlatforms } from './use-platforms.ts'

const WHOLE = 'whole'
type Turn = 0 | 90 | 180 | 270

export function Crop({ store, file, onClose }: { store: Store; file: File; onClose: () => void }) {
  const { crier } = useHere()
  const say = useSay()
  const { options } = store.get()
  const rules = usePlatforms(store).flatMap(({ platform, rules: known }) =>
    known ? pictureRule(platform, known, options[platform]?.['kind']) : [],
  )
  const { full } = usePreview(file)
  const [ratio, setRatio] = useState(WHOLE)
  const [rotate, setRotate] = useState<Turn>(0)
  const [rectangle, setRectangle] = useState<Rectangle>()
  const [broken, setBroken] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  const upright = { width: file.width ?? 1, height: file.height ?? 1 }
  const picture = rotate % 180 === 0 ? upright : { width: upright.height, height: upright.width }
  const area = rectangle && within(rectangle, picture)
  const isAll = area?.width === picture.width && area.height === picture.height

  async function save() {
    if (!area || file.id === undefined) return
    setBusy(true)
    setProblem(undefined)
    try {
      const made = await crier.deriveMedia({
        id: file.id,
        ...(!isAll && { crop: area }),
        ...(rotate !== 0 && { rotate }),
        // As it is written here: on its way to the original it may not have arrived.
        alt_text: file.alt_text || null,
      })
      const { alt_text, part } = file
      const cropped = { ...fileOf(made), alt_text, ...(part !== undefined && { part }) }
      replace(store, file.key, cropped)
      onClose()
      say(words.crop.done(file.name), {
        action: { label: words.crop.undo, run: () => replace(store, cropped.key, file) },
      })
    } catch (error) {
      setProblem(sentenceOf(error))
      setBusy(false)
    }
  }

  return (
    <Dialog title={words.crop.title} onClose={onClose} wide>
      {problem !== undefined && <Notice kind="danger">{problem}</Notice>}
      {broken ? (
        <Notice kind="danger">{words.crop.broken}</Notice>
      ) : (
        <Cropper
          // Another turn or ratio begins in the middle again.
          key={`${rotate} ${ratio}`}
          src={full.src ?? ''}
          ratio={ratio === WHOLE ? picture.width / picture.height : valueOf(ratio)}
          rotate={rotate}
          labels={words.crop}
          onArea={setRectangle}
          onBroken={() => setBroken(true)}
        />
      )}
      <div className="flex flex-wrap items-end justify-between gap-3">
        <Segmented
          label={words.crop.ratio}
          shown
          small
          value={ratio}
          options={[
            { value: WHOLE, label: words.crop.whole },
            ...ratiosFor(rules).map((value) => ({ value, label: value })),
          ]}
          onValue={setRatio}
        />
        <Button small icon="retry" onClick={() => setRotate((before) => turns[before])}>
          {words.crop.turn}
        </Button>
      </div>
      <div aria-live="polite" className="grid gap-1 text-sm text-muted">
        {area && <p>{words.crop.size(number(area.width), number(area.height))}</p>}
        {area && <Fits rules={rules} area={area} />}
      </div>
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{write.write.cancel}</Button>
        <Button
          look="primary"
          busy={busy}
          disabled={!area || (isAll && rotate === 0)}
          onClick={() => void save()}
        >
          {words.crop.save}
        </Button>
      </div>
    </Dialog>
  )
}

const turns = { 0: 90, 90: 180, 180: 270, 270: 0 } as const satisfies Record<Turn, Turn>

/** What the chosen platforms take, and what they only advise. */
function Fits({ rules, area }: { rules: readonly PictureRule[]; area: Rectangle }) {
  const limited = rules.filter(({ min, max }) => min !== undefined && max !== undefined)
  const good = limited.filter((rule) => takes(rule, area))
  return (
    <>
      {good.length > 0 && (
        <p>{words.crop.fits(list(good.map(({ platform }) => platformName(platform))))}</p>
      )}
      {limited
        .filter((rule) => !good.includes(rule))
        .map(({ platform, min = '', max = '' }) => (
          <p key={platform} className="text-danger">
            {words.crop.misfits(platformName(platform), min, max)}
          </p>
        ))}
      {rules.map(
        ({ platform, best }) =>
          best !== undefined &&
          !takes({ platform, min: best, max: best }, area) && (
            <p key={`${platform} ${best}`}>{words.crop.best(platformName(platform), best)}</p>
          ),
      )}
    </>
  )
}
