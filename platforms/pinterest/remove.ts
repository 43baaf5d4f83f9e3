/** Taking pins down. What is gone answers 404 with code 50, "Pin not found". */
import { z } from 'zod'
import { accepted } from '../kit/answers.ts'
import { call } from '../kit/http.ts'
import { type Account, Failure, type Landed, type Tools } from '../platform.ts'
import { ask, secretOf } from './api.ts'
import { dialect } from './errors.ts'

const pathOf = ({ id }: Landed) => `/v5/pins/${encodeURIComponent(id)}`

export async function remove(landed: Landed, account: Account, tools: Tools): Promise<void> {
  const { access_token, refresh_token } = secretOf(account)
  const answer = await call(tools, {
    purpose: 'remove',
    method: 'DELETE',
    url: `${tools.config.hosts['api']}${pathOf(landed)}`,
    headers: { authorization: `Bearer ${access_token}` },
  })
  const secrets = [access_token, refresh_token ?? '', tools.config.client_secret]
  accepted(answer, dialect, { now: tools.now(), secrets })
}

export async function isGone(landed: Landed, account: Account, tools: Tools) {
  try {
    const read = { purpose: 'read', method: 'GET', path: pathOf(landed) } as const
    await ask({ tools, account }, { ...read, answer: z.object({ id: z.string() }) })
    return false
  } catch (error) {
    if (error instanceof Failure && error.code === 'not_found') return true
    throw error
  }
}
