import type { Connector } from '../platform.ts'
import { edit, shows } from './edit.ts'
import { manifest } from './manifest.ts'
import { audience } from './audience.ts'
import { metrics } from './metrics.ts'
import { authorize, exchange, refresh } from './oauth.ts'
import { publish } from './publish.ts'
import { isGone, remove } from './remove.ts'
import { revoke } from './tokens.ts'

/** YouTube, over the Data API v3. What is known of it: README. */
export const youtube: Connector = {
  manifest,
  authorize,
  exchange,
  refresh,
  revoke,
  publish,
  remove,
  isGone,
  edit,
  shows,
  metrics,
  audience,
  async choices(account, tools) {
    const { choices } = await import('./choices.ts')
    return choices({ account, tools })
  },
}
