/** What the service found wrong with a post, as the composer tells it. */
import { CrierError } from '@crier/sdk'
import { sentenceOf } from '../api/ask.ts'
import { bagOf, type Fix, type Problem } from './patch.ts'

/** What cannot be asked just now is no problem of the post. */
export function problemsOf(error: unknown): Problem[] {
  if (!(error instanceof CrierError) || error.status === 0 || error.status >= 500) return []
  const fields = Object.entries(error.errors)
  if (!fields.length) return [{ field: fieldOf(error.code), text: sentenceOf(error) }]
  const known = knownOf(error.data['problems'])
  return fields.flatMap(([field, texts]) =>
    texts.map(
      (text) => known.find((each) => each.field === field && each.text === text) ?? { field, text },
    ),
  )
}

/** What the service knows of them beside the texts. */
export function knownOf(problems: unknown): Problem[] {
  if (!Array.isArray(problems)) return []
  return problems.flatMap((each) => {
    const { field, message, platform, account_id, fixes } = bagOf(each) ?? {}
    if (typeof field !== 'string' || typeof message !== 'string') return []
    const ways = (Array.isArray(fixes) ? fixes : []).flatMap((fix): Fix[] => {
      const { action, patch } = bagOf(fix) ?? {}
      const changes = bagOf(patch)
      return typeof action === 'string' && changes ? [{ action, patch: changes }] : []
    })
    const named = typeof platform === 'string' ? { platform } : {}
    const of = typeof account_id === 'number' ? { account_id } : {}
    return [{ field, text: message, fixes: ways, ...named, ...of }]
  })
}

function fieldOf(code: string) {
  if (code === 'no_queue_slots') return 'when'
  return code === 'account_inactive' ? 'social_account_ids' : ''
}
