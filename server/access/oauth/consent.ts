/** The moment between a client's request and a person's answer. */
import type { Provider } from 'oidc-provider'
import { z } from 'zod'
import { redirectOf } from '#rules/oauth-client.ts'
import { credentialOfPerson } from '#rules/role.ts'
import { actingAs } from '#store/actor.ts'
import { insertGrant, type NewGrant } from '#store/grants.ts'
import { consumeEntry, hashOf } from '#store/oauth.ts'
import type { Scope } from '#store/schema.ts'

export interface Request {
  client: {
    id: string
    name: string
    uri: string | null
    logo_uri: string | null
    /** It is who it says: its name and addresses were read from a document on its own host. */
    verified: boolean
  }
  redirect: { uri: string; host: string; loopback: boolean }
}

const Params = z.object({ client_id: z.string(), redirect_uri: z.string() })

/** Shows that this browser began the request: only it has the cookie, and only for that request. */
export const consentCookie = 'crier_consent'

export function consentPath(uid: string) {
  return `/console/consents/${encodeURIComponent(uid)}`
}

/** Undefined when it has run out, was answered, or never was. */
export async function findRequest(provider: Provider, uid: string): Promise<Request | undefined> {
  const interaction = await provider.Interaction.find(uid)
  if (!interaction || interaction.result) return undefined
  const { client_id, redirect_uri } = Params.parse(interaction.params)
  const client = await provider.Client.find(client_id)
  if (!client) return undefined
  const { clientName, clientUri, logoUri } = client
  const verified = 'clientIdMetadataDocument' in client
  return {
    client: {
      id: client_id,
      name: clientName || (verified ? new URL(client_id).host : 'An app without a name'),
      uri: clientUri ?? null,
      logo_uri: logoUri ?? null,
      verified,
    },
    redirect: redirectOf(redirect_uri),
  }
}

type Allowed = Pick<NewGrant, 'person_id' | 'leash' | 'toolsets'> & { resource: string; now: Date }

/** Makes the grant, and answers where the browser goes on; undefined when somebody was faster, with an answer or with removing the person. */
export async function allowRequest(
  provider: Provider,
  scope: Scope,
  uid: string,
  { person_id, leash, toolsets, resource, now }: Allowed,
): Promise<string | undefined> {
  const request = await takeRequest(provider, scope, uid, now)
  if (!request) return undefined
  const { client, redirect } = request
  const accountId = String(person_id)
  const grant = new provider.Grant({ accountId, clientId: client.id })
  grant.addOIDCScope('offline_access mcp:use')
  grant.addResourceScope(resource, 'mcp:use')
  const ref = await grant.save()
  const row = {
    person_id,
    ref,
    leash,
    toolsets,
    client_id: client.id,
    client_name: client.name,
    client_uri: client.uri,
    redirect_host: redirect.host,
  }
  const made = await actingAs(credentialOfPerson(person_id), () =>
    scope.db.transaction().execute((tx) => insertGrant({ ...scope, db: tx }, row, now)),
  )
  if (made === undefined) return undefined
  return answer(provider, uid, { login: { accountId, remember: false }, consent: { grantId: ref } })
}

export async function denyRequest(
  provider: Provider,
  { db }: Pick<Scope, 'db'>,
  uid: string,
  now: Date,
): Promise<string | undefined> {
  if (!(await takeRequest(provider, { db }, uid, now))) return undefined
  const error_description = 'The person did not allow it.'
  return answer(provider, uid, { error: 'access_denied', error_description })
}

/** A request is answered once: two clicks are one. */
async function takeRequest(provider: Provider, { db }: Pick<Scope, 'db'>, uid: string, now: Date) {
  const request = await findRequest(provider, uid)
  const entry = { model: 'Interaction', id_hash: hashOf(uid) }
  return request && (await consumeEntry(db, entry, now)) ? request : undefined
}

async function answer(
  provider: Provider,
  uid: string,
  result: NonNullable<InstanceType<Provider['Interaction']>['result']>,
) {
  const interaction = await provider.Interaction.find(uid)
  if (!interaction) return undefined
  interaction.result = result
  await interaction.save(Math.max(1, interaction.exp - Math.floor(Date.now() / 1000)))
  return interaction.returnTo
}
