/**
 * A receiver of webhooks in a process of its own, as somebody would write it: it keeps what it was sent, and behaves as the
 * path says. `/ok`, `/slow/<ms>`, `/late/<ms>/<code>`, `/status/<code>`, `/redirect?to=`, `/hang`, `/gone`, `/fails/<times>`, `/later/<seconds>`,
 * `/cut`, `/long`. `GET /_seen` tells, `POST /_forget` forgets.
 */
import { createServer, type ServerResponse } from 'node:http'

interface Seen {
  path: string
  at: number
  headers: Record<string, unknown>
  body: string
}

const seen: Seen[] = []
let open = 0
const most: Record<string, number> = {}

const server = createServer((request, response) => {
  const { pathname: path, searchParams } = new URL(request.url ?? '/', 'http://receiver')
  if (path === '/_seen') return response.end(JSON.stringify({ seen, most }))
  if (path === '/_forget') {
    seen.length = 0
    return response.end()
  }
  let body = ''
  request.setEncoding('utf8').on('data', (text: string) => (body += text))
  request.on('end', () => {
    seen.push({ path, at: Date.now(), headers: request.headers, body })
    open++
    most[path] = Math.max(most[path] ?? 0, open)
    response.on('close', () => open--)
    answer(path, searchParams, response)
  })
})

function answer(path: string, params: URLSearchParams, response: ServerResponse) {
  const [, how = '', what = '', code = ''] = path.split('/')
  const say = (status: number, headers: Record<string, string> = {}, text = 'Thank you.') =>
    void response.writeHead(status, headers).end(text)
  switch (how) {
    case 'slow':
      return void setTimeout(() => say(200), Number(what))
    case 'late':
      return void setTimeout(() => say(Number(code)), Number(what))
    case 'status':
      return say(Number(what))
    case 'redirect':
      return say(302, { location: params.get('to') ?? '' })
    case 'hang':
      return
    case 'gone':
      return say(410)
    case 'fails':
      return say(seen.filter((each) => each.path === path).length <= Number(what) ? 500 : 200)
    case 'later':
      return say(503, { 'retry-after': what })
    case 'cut':
      response.writeHead(200, { 'content-length': '100' })
      return void response.write('Thank', () => response.destroy())
    case 'long':
      return say(200, {}, 'x'.repeat(1_000_000))
    default:
      return say(200)
  }
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`${typeof address === 'object' && address ? address.port : 0}\n`)
})
process.on('SIGTERM', () => process.exit(0))
