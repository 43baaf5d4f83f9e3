import type { PerAccount } from '@crier/sdk'
import { OutLink } from '../../ui/button.tsx'
import { words } from '../../words/posts.ts'
import { httpOf } from './profiles.ts'
import { StateBadge } from './state-badge.tsx'
import type { Tone } from './states.ts'

const tones: Record<keyof typeof words.parts.states, Tone> = {
  pending: 'plain',
  publishing: 'now',
  published: 'good',
  failed: 'danger',
  blocked: 'warn',
}

/** Of a thread: each part, how far it is, and where it stands. */
export function PartList({ account, name }: { account: PerAccount; name: string }) {
  const { parts } = account
  if (!parts || parts.length < 2) return null
  return (
    <ol
      aria-label={words.parts.on(name)}
      className="grid divide-y divide-line rounded-md border border-line"
    >
      {parts.map(({ part, status, content, platform_url }) => (
        <li key={part} className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-3 py-2 text-sm">
          <span className="w-5 text-center font-semibold text-muted tabular-nums">{part}</span>
          <span dir="auto" className="line-clamp-2 min-w-0 flex-1 basis-40 break-words">
            {content || <span className="text-muted italic">{words.parts.noText}</span>}
          </span>
          <StateBadge tone={tones[status]}>{words.parts.states[status]}</StateBadge>
          {httpOf(platform_url) !== undefined && (
            <OutLink
              small
              look="quiet"
              icon="share"
              href={httpOf(platform_url)}
              target="_blank"
              rel="noreferrer"
              aria-label={words.parts.see(part, name)}
            />
          )}
        </li>
      ))}
    </ol>
  )
}
