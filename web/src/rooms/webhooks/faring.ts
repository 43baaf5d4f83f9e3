/** How a webhook and its calls stand, in words. Pure. */
import type { Send, Webhook } from '../../api/webhooks.ts'
import type { Tone } from '../post/states.ts'
import { words } from '../../words/settings.ts'

const offs: Record<string, string> = {
  by_hand: words.faring.person,
  gone: words.faring.gone,
  failing: words.faring.failing,
  credential_ended: words.faring.maker,
  secret_lost: words.faring.secret,
}

export function faring({ enabled, disabled_why, failing_since }: Webhook): {
  tone: Tone
  label: string
  sentence: string
} {
  if (!enabled)
    return {
      tone: disabled_why === 'by_hand' ? 'plain' : 'danger',
      label: words.faring.off,
      sentence: offs[disabled_why ?? 'by_hand'] ?? words.faring.isOff,
    }
  if (failing_since !== null)
    return {
      tone: 'warn',
      label: words.faring.failingNow,
      sentence: words.faring.failingText,
    }
  return { tone: 'good', label: words.faring.works, sentence: words.faring.worksText }
}

export const states: Record<Send['state'], { tone: Tone; label: string }> = {
  waiting: { tone: 'warn', label: words.faring.waits },
  sending: { tone: 'now', label: words.faring.sending },
  delivered: { tone: 'good', label: words.faring.taken },
  dead: { tone: 'danger', label: words.faring.givenUp },
}
