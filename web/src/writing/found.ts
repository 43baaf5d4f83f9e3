/** What the service found wrong with a post, as the composer tells it. */
import { CrierError } from '@crier/sdk'
import { sentenceOf } from '../api/ask.ts'
import { langOf } from '../api/refusals.ts'
import { platformName } from '../ui/platform-mark.tsx'
import { ofService } from '../words/language.ts'
import { inWords, optionIn, type Told } from '../words/checks.ts'
import { bagOf, type Fix, type Problem, type Warning } from './patch.ts'

/** What cannot be asked just now is no problem of the post. */
export function problemsOf(error: unknown): Problem[] {
  if (!(error instanceof CrierError) || error.status === 0 || error.status >= 500) return []
  const fields = Object.entries(error.errors)
  if (!fields.length) {
    const text = sentenceOf(error)
    return [{ field: fieldOf(error.code), text, ...(langOf(text) && ofService) }]
  }
  const known = knownOf(error.data['problems'])
  return fields.flatMap(([field, texts]) =>
    texts.map(
      (text) =>
        known.find((each) => each.field === field && each.message === text) ?? {
          field,
          ...inWords(text, undefined),
        },
    ),
  )
}

/** What the service knows of them beside the texts. */
export function knownOf(problems: unknown): Problem[] {
  if (!Array.isArray(problems)) return []
  return problems.flatMap((each) => {
    const { field, message, platform, account_id, fixes, ...told } = bagOf(each) ?? {}
    if (typeof field !== 'string' || typeof message !== 'string') return []
    const ways = (Array.isArray(fixes) ? fixes : []).flatMap((fix): Fix[] => {
      const { action, patch } = bagOf(fix) ?? {}
      const changes = bagOf(patch)
      return typeof action === 'string' && changes ? [{ action, patch: changes }] : []
    })
    const named = typeof platform === 'string' ? { platform } : {}
    const of = typeof account_id === 'number' ? { account_id } : {}
    const said = inWords(message, { ...told, platform })
    return [{ field, message, fixes: ways, ...said, ...named, ...of }]
  })
}

/** What is worth a look, in the page's language where its words are known. */
export function warningsOf(
  warnings: readonly string[],
  lacks: readonly Problem[],
  remarks: readonly (Told & { message: string })[] = [],
): Warning[] {
  return warnings.map((message) => {
    const lack = lacks.find((each) => isOf(each, message))
    if (lack && lack.text !== lack.message) {
      const option = lack.message === message ? undefined : optionIn(lack)
      const named = option && `${platformName(lack.platform ?? '')}, ${option}: `
      return { message, text: `${named ?? ''}${lack.text}` }
    }
    const remark = remarks.find((each) => each.message === message)
    return { message, ...inWords(message, remark) }
  })
}

/** A text about an option stands among the warnings behind the name of its field. */
export function isOf({ field, message }: Problem, warning: string) {
  return message !== undefined && [message, `${field}: ${message}`].includes(warning)
}

function fieldOf(code: string) {
  if (code === 'no_queue_slots') return 'when'
  return code === 'account_inactive' ? 'social_account_ids' : ''
}
