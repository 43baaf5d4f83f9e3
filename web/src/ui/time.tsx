/** Moments in the person's own zone, with the workspace's beside them where it differs and matters. */
import { common } from '../words/common.ts'
import { moment, ownZone, relative } from '../words/format.ts'

/** “in 3 hours”, “yesterday”; a date when it is far off. The exact moment is in its title. */
export function Ago({ at }: { at: string }) {
  return (
    <time dateTime={at} title={exact(at)}>
      {relative(at) ?? common.time.justNow}
    </time>
  )
}

/** Date and time of day. `workspaceZone`: said as well when it is not the person's own. */
export function At({ at, workspaceZone }: { at: string; workspaceZone?: string }) {
  const other = workspaceZone !== undefined && workspaceZone !== ownZone()
  return (
    <span>
      <time dateTime={at}>{exact(at)}</time>
      {other && <span className="text-muted"> ({there(at, workspaceZone)})</span>}
    </span>
  )
}

export function exact(at: string, timeZone = ownZone()) {
  const thisYear = new Date(at).getFullYear() === new Date().getFullYear()
  return moment(at, thisYear ? 'moment' : 'momentOfYear', timeZone)
}

/** “02:29 in New York”, with the day when that is another one there. */
function there(at: string, timeZone: string) {
  const sameDay = moment(at, 'date', ownZone()) === moment(at, 'date', timeZone)
  const said = sameDay ? moment(at, 'time', timeZone) : exact(at, timeZone)
  return common.time.inPlace(said, timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? timeZone)
}

export { ownZone }
