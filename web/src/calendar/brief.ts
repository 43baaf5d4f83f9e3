import { moment } from '../words/format.ts'

const TWELVE = /^(\d+)(?::00|(:\d\d))\s?([ap])\.?\s?m\.?$/i

/** A time of day where there is little room: “14:30”, or “9am” and “2:30pm” where people write so. */
export function brief(at: string, zone: string) {
  const said = moment(at, 'time', zone)
  const [, hour, minutes = '', half] = TWELVE.exec(said) ?? []
  return hour === undefined ? said : `${hour}${minutes}${half?.toLowerCase()}m`
}
