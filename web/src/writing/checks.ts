/** What stands in the way of a post and what is worth a look, while it is written: by the service's own judgement. */
import { type Crier, CrierError, type Post } from '@crier/sdk'
import { startTransition, useEffect, useState } from 'react'
import { sentenceOf } from '../api/ask.ts'
import type { Account, Composition } from './composition.ts'
import { isBlank } from './composition.ts'
import { bagOf, type Fix } from './patch.ts'
import { rehearse } from './send.ts'

export interface Problem {
  /** In the service's words: `content`, `media_ids.0`, `platform_options.x.reply_settings`. */
  field: string
  text: string
  platform?: string | undefined
  /** What would mend it, each by itself. */
  fixes?: readonly Fix[]
}

export interface Checked {
  problems: readonly Problem[]
  warnings: readonly string[]
  cards: NonNullable<Post['link_cards']>
  /** By account: the parts that go there, where it is a thread. */
  parts: Readonly<Record<number, NonNullable<Post['per_account'][number]['parts']>>>
}

const AFTER = 350
const nothing: Checked = { problems: [], warnings: [], cards: [], parts: {} }

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
        .then(({ warnings, link_cards = [], per_account }) =>
          setChecked({ problems: [], warnings, cards: link_cards, parts: partsOf(per_account) }),
        )
        .catch((error: unknown) => {
          if (!controller.signal.aborted) setChecked({ ...nothing, problems: problemsOf(error) })
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

/** What cannot be asked just now is no problem of the post. */
export function problemsOf(error: unknown): Problem[] {
  if (!(error instanceof CrierError) || error.status === 0 || error.status >= 500) return []
  const fields = Object.entries(error.errors)
  if (!fields.length) return [{ field: fieldOf(error.code), text: sentenceOf(error) }]
  const known = knownOf(error)
  return fields.flatMap(([field, texts]) =>
    texts.map(
      (text) => known.find((each) => each.field === field && each.text === text) ?? { field, text },
    ),
  )
}

/** What the service knows of them beside the texts. */
function knownOf({ data }: CrierError): Problem[] {
  const { problems } = data
  if (!Array.isArray(problems)) return []
  return problems.flatMap((each) => {
    const { field, message, platform, fixes } = bagOf(each) ?? {}
    if (typeof field !== 'string' || typeof message !== 'string') return []
    const ways = (Array.isArray(fixes) ? fixes : []).flatMap((fix): Fix[] => {
      const { action, patch } = bagOf(fix) ?? {}
      const changes = bagOf(patch)
      return typeof action === 'string' && changes ? [{ action, patch: changes }] : []
    })
    const named = typeof platform === 'string' ? { platform } : {}
    return [{ field, text: message, fixes: ways, ...named }]
  })
}

function fieldOf(code: string) {
  if (code === 'no_queue_slots') return 'when'
  return code === 'account_inactive' ? 'social_account_ids' : ''
}
