/** Proxies of others with our sample configurations, before a service on this machine: nginx and Caddy, as Debian has them. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { certificate, key } from '../../cli/testing-tls.ts'

const samples = join(import.meta.dirname, '../../deploy/proxies')

interface Place {
  /** Where the proxy listens, on 127.0.0.1, with TLS. */
  port: number
  /** Where the service does. */
  inner: number
  folder: string
}

interface Kind {
  program: string
  words(place: Place): string[]
  /** The files of its configuration, by name. */
  files(place: Place): Promise<Record<string, string>>
}

export const kinds: Record<string, Kind> = {
  nginx: {
    program: 'nginx',
    words: ({ folder }) => ['-p', folder, '-c', join(folder, 'nginx.conf')],
    async files({ port, inner, folder }) {
      const sample = await readFile(join(samples, 'nginx.conf'), 'utf8')
      const site = changed(sample, [
        [/server \{\s+listen 80;[\s\S]*?\n\}\n/, ''],
        ['listen 443 ssl;', `listen 127.0.0.1:${port} ssl;`],
        ['  listen [::]:443 ssl;\n', ''],
        ['server_name crier.example.org', 'server_name localhost'],
        [/ssl_certificate .*;/, `ssl_certificate ${folder}/certificate.pem;`],
        [/ssl_certificate_key .*;/, `ssl_certificate_key ${folder}/key.pem;`],
        ['server 127.0.0.1:3000', `server 127.0.0.1:${inner}`],
      ])
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
        .map((name) => `${name}_temp_path ${folder}/${name};`)
        .join('\n')
      const around = `daemon off;\npid ${folder}/pid;\nerror_log stderr;\nevents {}\n`
      return { 'nginx.conf': `${around}http {\naccess_log off;\n${temporary}\n${site}\n}\n` }
    },
  },
  caddy: {
    program: 'caddy',
    words: ({ folder }) => ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')],
    async files({ port, inner, folder }) {
      const sample = await readFile(join(samples, 'Caddyfile'), 'utf8')
      const site = changed(sample, [
        [
          'crier.example.org {',
          `https://localhost:${port} {\n\tbind 127.0.0.1\n\ttls ${folder}/certificate.pem ${folder}/key.pem`,
        ],
        ['reverse_proxy 127.0.0.1:3000', `reverse_proxy 127.0.0.1:${inner}`],
      ])
      return { Caddyfile: `{\n\tadmin off\n\tauto_https off\n}\n${site}` }
    },
  },
}

export interface Proxy extends AsyncDisposable {
  base_url: string
}

/** `wrong`: what is set otherwise than in the sample. */
export async function proxyBefore(
  name: string,
  ports: { port: number; inner: number },
  wrong: readonly [string, string][] = [],
): Promise<Proxy> {
  const kind = kinds[name]
  assert.ok(kind)
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), `crier-${name}-`))
  stack.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  await chmod(folder, 0o711)
  const place = { ...ports, folder }
  const files = { ...(await kind.files(place)), 'certificate.pem': certificate, 'key.pem': key }
  for (const [file, text] of Object.entries(files))
    await writeFile(join(folder, file), file.endsWith('.pem') ? text : changed(text, wrong))
  await mkdir(join(folder, 'logs'))
  const child = spawn(kind.program, kind.words(place), {
    env: { PATH: process.env['PATH'], HOME: folder, XDG_DATA_HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (part: string) => (said += part))
  const closed = once(child, 'close')
  stack.defer(async () => {
    if (child.exitCode === null) child.kill('SIGTERM')
    await closed
  })
  while (!(await listens(ports.port))) {
    assert.equal(child.exitCode, null, said)
    await pause(50)
  }
  const held = stack.move()
  return {
    base_url: `https://localhost:${ports.port}`,
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}

export function isThere(name: string): boolean {
  return spawnSync(kinds[name]?.program ?? name, ['version']).error === undefined
}

/** What is to be changed must be there: a sample that has changed is noticed. */
function changed(text: string, changes: readonly (readonly [string | RegExp, string])[]) {
  let now = text
  for (const [from, to] of changes) {
    assert.ok(typeof from === 'string' ? now.includes(from) : from.test(now), String(from))
    now = now.replace(from, () => to)
  }
  return now
}

async function listens(port: number) {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
