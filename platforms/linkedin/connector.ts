import type { Connector } from '../platform.ts'
import { audience } from './audience.ts'
import { edit, shows } from './edit.ts'
import { manifest } from './manifest.ts'
import { metrics } from './metrics.ts'
import { authorize, exchange } from './oauth.ts'
import { publish } from './publish.ts'
import { remove } from './remove.ts'
import { refresh } from './tokens.ts'

/** LinkedIn, members and Pages, over its versioned REST API. What is known of it: README. */
export const linkedin: Connector = {
  manifest,
  authorize,
  exchange,
  refresh,
  publish,
  remove,
  edit,
  shows,
  metrics,
  audience,
}
