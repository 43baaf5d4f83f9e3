/** For tests: servers that speak TLS, by a certificate that nobody signed but itself, for 127.0.0.1. Good until 2126; it guards nothing. */
import { once } from 'node:events'
import { createServer as createSecure, type Server } from 'node:https'
import { connect, createServer, type Socket } from 'node:net'

/** What a client is given that shall trust it. */
export const certificate = `-----BEGIN CERTIFICATE-----
MIIBtzCCAV2gAwIBAgIUYvHJ1oe0i9ERD+m13ePpZpggtfEwCgYIKoZIzj0EAwIw
IjEgMB4GA1UEAwwXQSBjZXJ0aWZpY2F0ZSBmb3IgdGVzdHMwIBcNMjYxMTIyMTIw
NjE2WhgPMjEyNjEwMjkxMjA2MTZaMCIxIDAeBgNVBAMMF0EgY2VydGlmaWNhdGUg
Zm9yIHRlc3RzMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEGd35w2T+TZ4ku4PY
yTte4syF1WKv0jiBxMhE2HPb3guxC9QmeK9Kq3PMubwCkrvfv9jfA8YdAjc0Ah+p
OW9lnKNvMG0wHQYDVR0OBBYEFG5uILPFsa893ttW8xIoYVVkQIFzMB8GA1UdIwQY
MBaAFG5uILPFsa893ttW8xIoYVVkQIFzMA8GA1UdEwEB/wQFMAMBAf8wGgYDVR0R
BBMwEYcEfwAAAYIJbG9jYWxob3N0MAoGCCqGSM49BAMCA0gAMEUCIBYtnqpWj4fj
ijaUz55Co11Tiey8FPL2N/SNHcAjna4oAiEA0rndeIT8ENKDCMIkOtqklGkbFomQ
oGVfjoqOQM38vJE=
-----END CERTIFICATE-----`

/** What a server is given. */
export const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg3V22k/Q0WsE+kJH+
fvw7mcRhdEa2qvMOh8VdPVwcaTqhRANCAAQZ3fnDZP5NniS7g9jJO17izIXVYq/S
OIHEyETYc9veC7EL1CZ4r0qrc8y5vAKSu9+/2N8Dxh0CNzQCH6k5b2Wc
-----END PRIVATE KEY-----`

/**
 * A server that takes TLS only. `explains`: plain HTTP is answered with 400, as nginx does, instead of being cut off.
 */
export async function secureServer(
  answer: (path: string) => unknown,
  { explains }: { explains: boolean },
) {
  const secure = createSecure({ key, cert: certificate }, (from, to) => {
    to.setHeader('content-type', 'application/json')
    to.end(JSON.stringify(answer(from.url ?? '/')))
  })
  const front = createServer((socket) => void tell(socket, portOf(secure), explains))
  for (const each of [secure, front]) await once(each.listen(0, '127.0.0.1'), 'listening')
  return {
    port: portOf(front),
    async [Symbol.asyncDispose]() {
      secure.closeAllConnections()
      for (const each of [front, secure]) each.close()
    },
  }
}

/** How a TLS handshake begins. */
const HANDSHAKE = 22

async function tell(socket: Socket, secure: number, explains: boolean) {
  socket.on('error', () => socket.destroy())
  const first: unknown = (await once(socket, 'data'))[0]
  socket.pause()
  if (!Buffer.isBuffer(first)) return
  if (first[0] !== HANDSHAKE && explains) {
    const text = '<html>The plain HTTP request was sent to HTTPS port</html>'
    const head = `HTTP/1.1 400 Bad Request\r\ncontent-type: text/html\r\ncontent-length: ${text.length}`
    socket.end(`${head}\r\nconnection: close\r\n\r\n${text}`)
    return
  }
  const inner = connect(secure, '127.0.0.1')
  inner.on('error', () => socket.destroy())
  inner.on('close', () => socket.destroy())
  socket.on('close', () => inner.destroy())
  inner.write(first)
  socket.pipe(inner).pipe(socket)
}

function portOf(server: Server | ReturnType<typeof createServer>) {
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('It listens.')
  return address.port
}
