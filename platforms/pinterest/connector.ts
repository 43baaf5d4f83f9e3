import type { Connector } from '../platform.ts'
import { choices } from './boards.ts'
import { manifest } from './manifest.ts'
import { audience } from './audience.ts'
import { metrics } from './metrics.ts'
import { authorize, exchange, refresh } from './oauth.ts'
import { publish } from './publish.ts'
import { isGone, remove } from './remove.ts'

/** Pinterest, over API v5. What is known of it: README. */
export const pinterest: Connector = {
  manifest,
  authorize,
  exchange,
  refresh,
  publish,
  remove,
  isGone,
  metrics,
  audience,
  choices: async (account, tools) => choices({ account, tools }),
}
