/** Moments in the person's own zone, with the workspace's beside them where it differs and matters. */
const ownZone = new Intl.DateTimeFormat().resolvedOptions().timeZone
const near = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const steps = [
  { unit: 'minute', ms: 60_000, below: 60 },
  { unit: 'hour', ms: 3600_000, below: 24 },
  { unit: 'day', ms: 86_400_000, below: 14 },
] as const

/** “in 3 hours”, “yesterday”; a date when it is far off. The exact moment is in its title. */
export function Ago({ at }: { at: string }) {
  return (
    <time dateTime={at} title={exact(at)}>
      {relative(at)}
    </time>
  )
}

/** Date and time of day. `workspaceZone`: said as well when it is not the person's own. */
export function At({ at, workspaceZone }: { at: string; workspaceZone?: string }) {
  const other = workspaceZone !== undefined && workspaceZone !== ownZone
  return (
    <span>
      <time dateTime={at}>{exact(at)}</time>
      {other && <span className="text-muted"> ({there(at, workspaceZone)})</span>}
    </span>
  )
}

export function exact(at: string, timeZone = ownZone) {
  return new Intl.DateTimeFormat('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
    ...(new Date(at).getFullYear() !== new Date().getFullYear() && { year: 'numeric' }),
  }).format(new Date(at))
}

/** “02:29 in New York”, with the day when that is another one there. */
function there(at: string, timeZone: string) {
  const dayIn = (zone: string) => new Date(at).toLocaleDateString('en-GB', { timeZone: zone })
  const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone })
  const said = dayIn(ownZone) === dayIn(timeZone) ? time.format(new Date(at)) : exact(at, timeZone)
  return `${said} in ${timeZone.split('/').at(-1)?.replaceAll('_', ' ')}`
}

function relative(iso: string) {
  const at = new Date(iso)
  const away = at.getTime() - Date.now()
  if (Math.abs(away) < 45_000) return 'just now'
  for (const { unit, ms, below } of steps) {
    const count = Math.round(away / ms)
    if (Math.abs(count) < below) return near.format(count, unit)
  }
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' }).format(at)
}

export { ownZone }
