import type { Connector } from '../platform.ts'
import { audience } from './audience.ts'
import { choices } from './creator.ts'
import { manifest } from './manifest.ts'
import { metrics } from './metrics.ts'
import { authorize, exchange, refresh, revoke } from './oauth.ts'
import { publish } from './publish.ts'

/** TikTok by the Content Posting API: direct posts of videos and photos. What is known of it: README. */
export const tiktok: Connector = {
  manifest,
  authorize,
  exchange,
  refresh,
  revoke,
  publish,
  metrics,
  audience,
  choices: async (account, tools) => choices({ account, tools }),
}
