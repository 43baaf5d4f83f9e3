/** A real S3 server for tests: Debian's Ceph gateway over memory. Where it is missing it is installed, if that is possible. */
import { execFile, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import type { S3Options } from '#blobs/s3-client.ts'
import { freePort } from '../free-port.ts'

const run = promisify(execFile)
const PROGRAMS = ['ceph-mon', 'ceph-osd', 'radosgw', 'ceph-authtool', 'monmaptool']
const PACKAGES = ['ceph-mon', 'ceph-osd', 'radosgw', 'ceph-common']

export interface TestBucket extends AsyncDisposable {
  options: Omit<S3Options, 'spool'> & { endpoint: string }
}

/** Why there is none, in a line; undefined when there can be one. */
export function reasonWithoutS3(): string | undefined {
  if (present()) return undefined
  const root = process.getuid?.() === 0
  if (!root || !existsSync('/usr/bin/apt-get')) {
    return 'S3 is not tested here: install ceph-mon, ceph-osd, radosgw and ceph-common.'
  }
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...words: string[]) =>
    spawnSync('apt-get', words, { env: environment, stdio: 'ignore', timeout: 240_000 })
  apt('update', '-qq')
  apt('install', '-y', '--no-install-recommends', ...PACKAGES)
  return present() ? undefined : 'S3 is not tested here: its packages could not be installed.'
}

function present() {
  return PROGRAMS.every((name) => existsSync(`/usr/bin/${name}`))
}

export async function testBucket(): Promise<TestBucket> {
  const parent = await mkdtemp(join(tmpdir(), 'crier-s3-'))
  const folder = join(parent, 'state')
  const [port, monitor] = [await freePort(), await freePort()]
  const environment = { ...process.env, D: folder, PORT: String(port), MON: String(monitor) }
  const script = (name: string) => join(import.meta.dirname, name)
  const stop = async () => {
    await run(script('stop.sh'), { env: environment })
    await rm(parent, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    await run(script('up.sh'), { env: environment, timeout: 60_000 })
    const bucket = `crier-${randomBytes(4).toString('hex')}`
    const endpoint = `http://127.0.0.1:${port}`
    const credentials = { accessKeyId: 'testkey', secretAccessKey: 'testsecret' }
    const region = 'us-east-1'
    const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true })
    await client.send(new CreateBucketCommand({ Bucket: bucket }))
    client.destroy()
    return { options: { bucket, endpoint, region, credentials }, [Symbol.asyncDispose]: stop }
  } catch (error) {
    await stop()
    throw error
  }
}
