/** How a webhook and its calls stand, in words. Pure. */
import type { Send, Webhook } from '../../api/webhooks.ts'
import type { Tone } from '../post/states.ts'

const offs: Record<string, string> = {
  by_hand: 'Somebody switched it off.',
  gone: 'Its address said that it is gone for good (410).',
  failing: 'Its address has taken nothing for three days.',
  credential_ended: 'The key or the person that made it may no longer do so.',
  secret_lost: 'Its secret cannot be read any more: give it a new one.',
}

export function faring({ enabled, disabled_why, failing_since }: Webhook): {
  tone: Tone
  label: string
  sentence: string
} {
  if (!enabled)
    return {
      tone: disabled_why === 'by_hand' ? 'plain' : 'danger',
      label: 'Off',
      sentence: offs[disabled_why ?? 'by_hand'] ?? 'It is off.',
    }
  if (failing_since !== null)
    return {
      tone: 'warn',
      label: 'Failing',
      sentence: 'Its address does not take what it is sent.',
    }
  return { tone: 'good', label: 'Works', sentence: 'What it was sent was taken.' }
}

export const states: Record<Send['state'], { tone: Tone; label: string }> = {
  waiting: { tone: 'warn', label: 'Waits' },
  sending: { tone: 'now', label: 'Being sent' },
  delivered: { tone: 'good', label: 'Taken' },
  dead: { tone: 'danger', label: 'Given up' },
}
