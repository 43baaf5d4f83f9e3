/** What a proxy before the service does with large files, with streams, and with who is asking. */
import { request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { setTimeout as pause } from 'node:timers/promises'
import { limits } from '#rules/limits.ts'
import { message } from './checkup-key.ts'
import { expect, Finding, knock, posted, type Patient, type Step } from './checkup.ts'
import { Ready } from './checkup-address.ts'

/** How long a proxy is given to pass on what has come. */
const PATIENCE = 5_000
/** MB: the most that the service takes at once, then what tells how far a proxy goes that does not let it through. */
const SIZES = [Math.floor(limits.single_upload_bytes / 2 ** 20) - 1, 50, 16, 10, 5, 1]

const streams =
  'Let the proxy pass answers on as they come: proxy_buffering off in nginx, flush_interval -1 in Caddy; no compression of text/event-stream.'

/** `opened`: whether the key is good for something, which listening needs. `patience`: ms. */
export function proxySteps(opened: boolean, patience = PATIENCE): readonly Step[] {
  const listening: Step = {
    name: 'hear at once what happens',
    mend: streams,
    check: (patient) => hear(patient, patience),
  }
  return [largeFiles(patience), ...(opened ? [listening] : []), callers]
}

const largeFiles = (patience: number): Step => ({
  name: 'send large files',
  mend: 'Let the proxy take bodies of any size, since the service has limits of its own: client_max_body_size 0 in nginx.',
  async check({ base_url }) {
    const [largest = 0, ...smaller] = SIZES
    const answer = await announce(base_url, largest, patience)
    // Some take all of it before anybody hears of it; it arrives all the same.
    if (answer === undefined) return `${largest} MB, once they are whole at the proxy`
    if (answer !== 413) return `${largest} MB`
    for (const size of smaller) {
      if ((await announce(base_url, size, patience)) === 413) continue
      throw new Finding(`Files of ${largest} MB are refused on the way (413), ${size} MB are not.`)
    }
    throw new Finding(`Files of ${smaller.at(-1)} MB are refused on the way (413).`)
  },
})

const callers: Step = {
  name: 'be told from other callers',
  mend: 'Let the proxy set X-Forwarded-For, TRUST_PROXY name the address of the proxy, and BASE_URL the address that browsers use.',
  async check({ base_url }) {
    const { warnings } = expect(Ready, await knock(`${base_url}/ready`), '/ready')
    const found = warnings.filter((each) => /BASE_URL|TRUST_PROXY|X-Forwarded-For/.test(each))
    if (found.length > 0) throw new Finding(found.join(' '))
    return 'nothing is amiss'
  },
}

/**
 * What a file is answered with that never comes: only its size is told, and no key. Undefined: nobody says anything before it
 * has come.
 */
async function announce(
  base_url: string,
  megabytes: number,
  patience: number,
): Promise<number | undefined> {
  const url = new URL(`${base_url}/api/media`)
  const send = url.protocol === 'https:' ? requestSecure : requestPlain
  const { promise, resolve } = Promise.withResolvers<number | undefined>()
  const asked = send(url, {
    method: 'POST',
    headers: {
      'content-type': 'multipart/form-data; boundary=crier-doctor',
      'content-length': megabytes * 1024 * 1024,
    },
  })
  asked.on('response', ({ statusCode }) => resolve(statusCode))
  // Whoever hangs up does not want it; why, nobody says.
  asked.on('error', () => resolve(413))
  asked.flushHeaders()
  const answer = await Promise.race([promise, pause(patience, undefined, { ref: false })])
  asked.destroy()
  return answer
}

/** A client that listens is told so in an answer that does not end. */
async function hear({ base_url, key }: Patient, patience: number) {
  const listen = { notifications: { toolsListChanged: true } }
  const { body, headers } = message(key, 'subscriptions/listen', listen)
  const stop = new AbortController()
  const late = setTimeout(() => stop.abort(), patience)
  const began = performance.now()
  try {
    const init = { ...posted(body, headers), signal: stop.signal }
    const { status, body: stream } = await fetch(`${base_url}/mcp`, init)
    if (status !== 200) throw new Finding(`Listening at /mcp answers ${status}.`)
    const first = await stream?.getReader().read()
    if (first?.done !== false) throw new Finding('The stream at /mcp ends before it has begun.')
    return `after ${Math.round(performance.now() - began)} ms`
  } catch (error) {
    if (error instanceof Finding) throw error
    if (!stop.signal.aborted) throw new Finding(`The stream at /mcp breaks off: ${String(error)}.`)
    throw new Finding(`What happens is held back: nothing came for ${patience / 1000} seconds.`)
  } finally {
    clearTimeout(late)
    stop.abort()
  }
}
