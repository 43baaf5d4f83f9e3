/** Google's OAuth 2.0 with PKCE. One consent gives one channel: brand channels are chosen on Google's page. */
import { z } from 'zod'
import { codeOf, credentialsOf, Keep, pkce } from '../kit/oauth.ts'
import {
  type Account,
  type Authorization,
  type Credentials,
  Failure,
  type Json,
  type Offered,
  type Tools,
} from '../platform.ts'
import { ask, secretOf } from './api.ts'
import { manifest, UPLOAD_SCOPE } from './manifest.ts'
import { redacted } from './problem.ts'
import { reconnect, token } from './tokens.ts'

const Channels = z.object({
  items: z
    .array(
      z.object({
        id: z.string().min(1),
        snippet: z.object({
          title: z.string(),
          customUrl: z.string().optional().catch(undefined),
          thumbnails: z
            .object({ default: z.object({ url: z.url() }).optional().catch(undefined) })
            .optional()
            .catch(undefined),
        }),
        contentDetails: z
          .object({ relatedPlaylists: z.object({ uploads: z.string().optional() }) })
          .optional()
          .catch(undefined),
      }),
    )
    .default([]),
})

export async function authorize(
  { state }: { state: string },
  tools: Tools,
): Promise<Authorization> {
  const { keep, asked } = pkce()
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: tools.config.client_id,
    redirect_uri: tools.config.redirect_uri,
    scope: (tools.config.scopes ?? manifest.scopes).join(' '),
    state,
    access_type: 'offline',
    // Without it Google gives a refresh token on the very first consent only.
    prompt: 'consent',
    include_granted_scopes: 'true',
    ...asked,
  })
  const url = `${tools.config.hosts['accounts']}/o/oauth2/v2/auth?${query.toString()}`
  return Promise.resolve({ url, keep })
}

export async function exchange(
  answer: Record<string, string>,
  keep: Record<string, Json>,
  tools: Tools,
): Promise<Offered[]> {
  const code = codeOf(answer, 'Google', redacted)
  const tokens = await token(tools, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: tools.config.redirect_uri,
    code_verifier: Keep.parse(keep).verifier,
  })
  // People can untick each permission by itself.
  if (tokens.scope !== undefined && !tokens.scope.split(' ').includes(UPLOAD_SCOPE)) {
    const message =
      'The permission to upload videos was not given. Connect again and leave all boxes ticked.'
    throw new Failure('rejected', 'missing_scope', message)
  }
  if (!tokens.refresh_token) {
    const message =
      'Google gave access for one hour only. Remove this app at myaccount.google.com/permissions, then connect again.'
    throw new Failure('rejected', 'no_refresh_token', message)
  }
  const credentials = credentialsOf(tokens, null, tools.now())
  return channels(credentials, tools)
}

async function channels(credentials: Credentials, tools: Tools): Promise<Offered[]> {
  const account = { platform_account_id: '', settings: {}, secret: credentials.secret }
  const path = '/youtube/v3/channels?part=id,snippet,contentDetails&mine=true'
  const { items } = await ask({ tools, account }, { method: 'GET', path, answer: Channels })
  if (items.length === 0) {
    const message = 'This Google account has no YouTube channel. Create one on youtube.com first.'
    throw new Failure('rejected', 'no_account', message)
  }
  return items.map(({ id, snippet, contentDetails }) => ({
    platform_account_id: id,
    kind: 'channel',
    name: snippet.title,
    username: snippet.customUrl?.replace(/^@/, '') || id,
    avatar_url: snippet.thumbnails?.default?.url ?? null,
    settings: { uploads: contentDetails?.relatedPlaylists.uploads ?? null },
    credentials,
  }))
}

export async function refresh(account: Account, tools: Tools): Promise<Credentials> {
  const { refresh_token } = secretOf(account)
  if (!refresh_token) throw reconnect()
  const renewed = await token(tools, { grant_type: 'refresh_token', refresh_token })
  return credentialsOf(renewed, refresh_token, tools.now())
}
