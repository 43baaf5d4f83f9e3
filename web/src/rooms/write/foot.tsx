/** What stands in the way, when it goes out, and the button that sends it. */
import { lazy, Suspense } from 'react'
import type { Queue } from '../../api/queries.ts'
import { useHere } from '../../shell/here.ts'
import { room } from '../../shell/version.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { words } from '../../words/write.ts'
import type { Checked } from '../../writing/checks.ts'
import type { Problem } from '../../writing/patch.ts'
import { type Composition, isBlank, type When } from '../../writing/composition.ts'
import type { Doing } from './fixes.ts'
import type { Reason } from './reason.ts'
import { WhenPicker } from './when-picker.tsx'
import { placesOf, said } from './when-said.ts'

// Nothing stands in the way before the service has looked.
const ProblemList = lazy(async () => ({
  default: (await room(() => import('./problems.tsx'))).ProblemList,
}))

export function Foot({
  composition,
  problems,
  warnings,
  lacks,
  doing,
  goTo,
  timezone,
  slots,
  queues,
  onWhen,
  waits,
  busy,
  reason,
  accounts,
  main,
  save,
}: {
  composition: Composition
  problems: readonly Problem[]
  warnings: Checked['warnings']
  lacks: Checked['lacks']
  doing: () => Doing
  goTo: (field: string) => void
  timezone: string
  slots: readonly { iso: string }[]
  queues: readonly Queue[]
  onWhen: (when: When) => void
  /** For files. */
  waits: boolean
  busy: boolean
  /** Why the main button does nothing. */
  reason: Reason | undefined
  /** How many are chosen. */
  accounts: number
  main: () => void
  save: () => void
}) {
  const { publishes } = useHere()
  const { when, post } = composition
  // Said where nobody has to press to learn of it; it leads there.
  const missing = problems.length || isBlank(composition) ? undefined : reason
  // It is on the schedule already.
  const stays = post?.status === 'scheduled' && when.way === 'at'
  const places = placesOf(when, slots, queues)
  return (
    <footer
      data-foot
      className="sticky bottom-0 z-20 flex flex-wrap items-center gap-2 border-t border-line bg-card px-4 py-3 sm:px-8"
    >
      {missing && (
        <button
          type="button"
          onClick={() => goTo(missing.field)}
          className="inline-flex min-h-10 items-center gap-2 rounded-full bg-warn-soft px-3.5 text-sm font-medium text-warn"
        >
          <Icon name="warning" className="size-4" />
          <span id="main-reason">{missing.text}</span>
        </button>
      )}
      {!missing && problems.length + warnings.length > 0 && (
        <Suspense>
          <ProblemList
            problems={problems}
            warnings={warnings}
            lacks={lacks}
            doing={doing}
            goTo={goTo}
          />
        </Suspense>
      )}
      <div className="flex flex-wrap items-center gap-2 max-sm:contents sm:ms-auto">
        <WhenPicker
          when={when}
          account_ids={composition.account_ids}
          post={post?.id}
          timezone={timezone}
          slots={places}
          queues={queues}
          onWhen={onWhen}
          invalid={problems.some(({ field }) => field === 'when' || field === 'scheduled_at')}
        />
        {when.way !== 'draft' && !(post && post.status !== 'draft') && (
          <Button className="max-sm:hidden" disabled={isBlank(composition) || waits} onClick={save}>
            {words.write.saveDraft}
          </Button>
        )}
        <Button
          look="primary"
          icon={when.way === 'draft' || stays ? 'check' : 'send'}
          busy={busy}
          aria-describedby="main-reason"
          aria-disabled={reason !== undefined}
          className="max-sm:w-full"
          onClick={main}
        >
          {publishes || when.way === 'draft'
            ? stays
              ? words.write.saveChanges
              : words.write.main(when.way, accounts, said(when, places, timezone))
            : words.write.ask(accounts)}
        </Button>
        {!missing && (
          <span id="main-reason" className="sr-only">
            {reason?.text ?? words.write.ready}
          </span>
        )}
      </div>
    </footer>
  )
}
