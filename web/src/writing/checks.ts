/** What stands in the way of a post and what is worth a look, while it is written: by the service's own judgement. */
import type { Crier, Post } from '@crier/sdk'
import { startTransition, useEffect, useState } from 'react'
import type { Account, Composition } from './composition.ts'
import { isBlank } from './composition.ts'
import { ofService } from '../words/language.ts'
import type { Problem, Warning } from './patch.ts'
import { rehearse } from './send.ts'

export interface Checked {
  problems: readonly Problem[]
  /** What a draft lacks: they stand among the warnings. */
  lacks: readonly Problem[]
  warnings: readonly Warning[]
  cards: NonNullable<Post['link_cards']>
  /** By account: the parts that go there, where it is a thread. */
  parts: Readonly<Record<number, NonNullable<Post['per_account'][number]['parts']>>>
}

const AFTER = 350
const nothing: Checked = { problems: [], lacks: [], warnings: [], cards: [], parts: {} }

/** What programs are told, and the composer shows anyway: by which clock, and that somebody is asked first. */
const shown =
  /^[-\dT:]+ was read by the clock of [^,]+\.$|^awaiting_approval$|^It is saved as a draft, and goes out when/

/** Most posts have no problem. Undefined: it cannot be had just now. */
export const loadFound = () => import('./found.ts').catch(() => undefined)

export function useChecks(
  composition: Composition,
  crier: Crier,
  accounts: readonly Account[],
): Checked {
  const [checked, tell] = useState(nothing)
  const { account_ids } = composition
  const idle = !account_ids.length || !accounts.length || isBlank(composition)
  useEffect(() => {
    if (idle) return
    // No key waits for it.
    const setChecked = (now: Checked) => startTransition(() => tell(now))
    const controller = new AbortController()
    const timer = setTimeout(() => {
      rehearse(composition, crier, accounts, controller.signal)
        .then(async ({ problems = [], remarks, link_cards: cards = [], per_account, ...post }) => {
          const left = post.warnings.filter((each) => !shown.test(each))
          const found = left.length || problems.length ? await loadFound() : undefined
          const lacks = found?.knownOf(problems) ?? []
          const warnings =
            found?.warningsOf(left, lacks, remarks) ??
            left.map((message) => ({ message, text: message, ...ofService }))
          if (!controller.signal.aborted)
            setChecked({ problems: [], lacks, warnings, cards, parts: partsOf(per_account) })
        })
        .catch(async (error: unknown) => {
          const problems = controller.signal.aborted
            ? []
            : ((await loadFound())?.problemsOf(error) ?? [])
          if (!controller.signal.aborted) setChecked({ ...nothing, problems })
        })
    }, AFTER)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [composition, crier, accounts, idle])
  return idle ? nothing : checked
}

function partsOf(per_account: Post['per_account']) {
  return Object.fromEntries(
    per_account.flatMap(({ account_id, parts }) => (parts ? [[account_id, parts]] : [])),
  )
}
