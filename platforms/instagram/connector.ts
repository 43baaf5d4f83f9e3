import { pagesWithPlace } from '../meta/places.ts'
import { type Connector, Failure } from '../platform.ts'
import { personOf } from './access.ts'
import { manifest } from './manifest.ts'
import { audience } from './audience.ts'
import { metrics } from './metrics.ts'
import { authorize, exchange, refresh } from './oauth.ts'
import { publish } from './publish.ts'

/** Professional Instagram accounts, by either login. What is known of it: README. */
export const instagram: Connector = {
  manifest,
  authorize,
  exchange,
  refresh,
  publish,
  metrics,
  audience,
  async places(words, account, tools) {
    const person = personOf(account, tools)
    if (person) return pagesWithPlace(person, words)
    const message =
      'Instagram’s own login finds no places: only accounts that were connected with Facebook Login search for them. A place can still be named by the number of its Facebook Page.'
    throw new Failure('rejected', 'forbidden', message)
  },
}
