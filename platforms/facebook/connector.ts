import { pagesWithPlace } from '../meta/places.ts'
import type { Connector } from '../platform.ts'
import { personOf } from './access.ts'
import { edit, shows } from './edit.ts'
import { manifest } from './manifest.ts'
import { audience } from './audience.ts'
import { metrics } from './metrics.ts'
import { authorize, exchange, refresh } from './oauth.ts'
import { people } from './people.ts'
import { publish } from './publish.ts'
import { isGone, remove } from './remove.ts'

/** Facebook Pages over the Graph API, as the Page. What is known of it: README. */
export const facebook: Connector = {
  manifest,
  authorize,
  exchange,
  refresh,
  publish,
  remove,
  isGone,
  edit,
  shows,
  metrics,
  audience,
  places: (words, account, tools) => pagesWithPlace(personOf({ account, tools }), words),
  people: (words, account, tools) => people(personOf({ account, tools }), words),
}
