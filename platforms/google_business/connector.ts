import type { Connector } from '../platform.ts'
import { edit, shows } from './edit.ts'
import { manifest } from './manifest.ts'
import { authorize, exchange, refresh } from './oauth.ts'
import { publish } from './publish.ts'
import { isGone, remove } from './remove.ts'

/** Google Business Profile: posts of locations. Google tells no numbers of single posts. What is known of it: README. */
export const google_business: Connector = {
  manifest,
  authorize,
  exchange,
  refresh,
  publish,
  remove,
  isGone,
  edit,
  shows,
}
