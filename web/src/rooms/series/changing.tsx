/** Changing a series: one time of it, or all that follow. */
import type { UpdateSeriesAnswer } from '@crier/sdk'
import { useState } from 'react'
import type { Occurrence, Series } from '../../api/series.ts'
import { useHere } from '../../shell/here.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/field.tsx'
import { useForm } from '../../ui/form.tsx'
import { KeptForm } from '../../ui/kept-form.tsx'
import { useKeptWords } from '../../ui/kept-words.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { common } from '../../words/common.ts'
import { words } from '../../words/series.ts'
import { draftOfSeries, fieldsFor } from './draft.ts'
import { heldOf, SeriesForm } from './series-form.tsx'
import { useSettled } from './use-series.ts'

function useDone(onClose: () => void) {
  const settle = useSettled()
  return async ({ posts, ...now }: UpdateSeriesAnswer) => {
    onClose()
    const { rewritten, removed, kept } = posts
    await settle(now, words.one.saidChanged(rewritten.length, removed.length, kept.length))
  }
}

/** From now on. Only what is another than before is sent. */
export function ChangeSeries({
  series,
  onClose,
  reopen,
}: {
  series: Series
  onClose: () => void
  reopen: () => void
}) {
  const { id: here, crier } = useHere()
  const done = useDone(onClose)
  // What somebody else changes while this is open must not be overwritten unseen.
  const [before] = useState(series)
  const { id, rule, starts_at, timezone, updated_at } = before
  const draft = draftOfSeries(before)
  const from = { ...draft, rule, starts_at }
  const kept = useKeptWords(`${here}.series.${id}`, { onClose, reopen }, heldOf(from))
  return (
    <Dialog title={words.changing.title} onClose={kept.close} wide>
      <p className="text-sm text-muted">{words.changing.followingText}</p>
      <SeriesForm
        label={words.changing.title}
        submit={common.act.save}
        id={id}
        timezone={timezone}
        from={from}
        kept={kept}
        again={common.typed.asSaved}
        send={async (wanted) => {
          const was = fieldsFor(draft)
          const now = fieldsFor(wanted)
          const post = Object.fromEntries(
            Object.entries(now.post).filter(
              ([field, value]) => !same(value, (was.post as Record<string, unknown>)[field]),
            ),
          )
          return crier.updateSeries({
            id,
            updated_at,
            applies: 'following',
            ...(wanted.name !== before.name && { name: wanted.name }),
            ...(Object.keys(post).length > 0 && { post }),
            ...(!same(now.variations, was.variations) && { variations: now.variations }),
            ...(wanted.starts_at !== starts_at && { starts_at: wanted.starts_at }),
            ...(wanted.rule !== rule && {
              rule: wanted.rule,
              ...(wanted.confirm_yearly && { confirm_yearly: true }),
            }),
          })
        }}
        done={done}
      />
    </Dialog>
  )
}

function same(one: unknown, other: unknown) {
  return JSON.stringify(one) === JSON.stringify(other)
}

const ways = ['this', 'following'] as const
type Way = (typeof ways)[number]

/** The text of one time, or of its turn from then on. */
export function ChangeOccurrence({
  series,
  occurrence: { occurrence, variation },
  text,
  when,
  near,
  onClose,
  reopen,
}: {
  series: Series
  occurrence: Occurrence
  /** As it would go out. */
  text: string
  when: string
  near: boolean
  onClose: () => void
  reopen: () => void
}) {
  const { id: here, crier } = useHere()
  const done = useDone(onClose)
  const [before] = useState(series)
  const { id, updated_at, variations } = before
  const kept = useKeptWords<Way>(`${here}.series.${id}.${occurrence}`, { onClose, reopen }, 'this')
  // It may have been further away when that was chosen.
  const applies = near ? kept.choice : 'this'
  const turn = applies === 'following' && variations.length ? variation : null
  const form = useForm(
    (values) => {
      const content = Object.values(values).at(-1) ?? ''
      const change =
        turn === null
          ? { post: { content } }
          : {
              variations: variations.map((each, at) => (at === turn ? { ...each, content } : each)),
            }
      return crier.updateSeries({ id, updated_at, applies, occurrence, ...change })
    },
    async (answer) => {
      kept.sent()
      await done(answer)
    },
  )
  const title = words.changing.oneTitle(when)
  return (
    <Dialog title={title} onClose={kept.close}>
      <KeptForm kept={kept} base={text} form={form} label={title} again={common.typed.asSaved}>
        <Segmented
          label={words.changing.applies}
          shown
          value={applies}
          options={ways.map((value) => ({
            value,
            label: words.changing[value],
            disabled: value === 'following' && !near,
          }))}
          onValue={kept.choose}
        />
        <p className="text-sm text-muted">
          {applies === 'this' ? words.changing.thisText : words.changing.followingText}
          {!near && ` ${words.changing.tooFar}`}
        </p>
        <TextArea
          name={turn === null ? 'post.content' : `variations.${turn}.content`}
          label={words.fields.text}
          rows={5}
          defaultValue={text}
        />
        <Button type="submit" look="primary" busy={form.busy} className="justify-self-end">
          {common.act.save}
        </Button>
      </KeptForm>
    </Dialog>
  )
}
