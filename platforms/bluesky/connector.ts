/** Bluesky, as the engine sees it. */
import type { Connector } from '../platform.ts'
import { endApp, refreshApp, signIn } from './app-password.ts'
import { document } from './client.ts'
import { manifest } from './manifest.ts'
import { audience } from './audience.ts'
import { metrics } from './metrics.ts'
import { authorize, exchange } from './oauth.ts'
import { people } from './people.ts'
import { publish } from './publish.ts'
import { isGone, remove } from './remove.ts'
import { secretOf } from './session.ts'
import { endOauth, refreshOauth } from './tokens.ts'

export const bluesky: Connector = {
  manifest,
  authorize,
  exchange,
  client_document: document,
  sign_in: {
    fields: [
      { name: 'handle', label: 'Handle or e-mail address', secret: false },
      { name: 'app_password', label: 'App password', secret: true },
      { name: 'host', label: 'Server, if it is not found by the handle (optional)', secret: false },
    ],
    run: signIn,
  },
  async refresh(account, tools) {
    const secret = secretOf(account)
    return secret.type === 'oauth'
      ? refreshOauth(account, secret, tools)
      : refreshApp(account, secret, tools)
  },
  async revoke(account, tools) {
    const secret = secretOf(account)
    return secret.type === 'oauth'
      ? endOauth(account, secret, tools)
      : endApp(account, secret, tools)
  },
  publish,
  remove,
  isGone,
  metrics,
  audience,
  people: async (words, _, tools) => people(words, tools),
}
