/** A client that we did not write: python3 with requests, used as its documentation shows it. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { openService } from '../service.ts'
import { picture, sha256 } from './kit.ts'
import { findPython } from './python.ts'

const run = promisify(execFile)

const SCRIPT = `
import json, os, requests
base, token, path = os.environ['BASE'], os.environ['TOKEN'], os.environ['FILE']
session = requests.Session()
session.headers['Authorization'] = 'Bearer ' + token
told = []
def tell(response):
    told.append({'status': response.status_code, 'body': response.json()})
    return told[-1]['body']
with open(path, 'rb') as file:
    media = tell(session.post(base + '/api/media', files={'file': file}, data={'alt_text': 'A test', 'tags': ['a', 'b']}))
with open(path, 'rb') as file:
    tell(session.post(base + '/api/media', files={'file': ('same.png', file, 'text/plain')}))
accounts = json.loads(os.environ['ACCOUNTS'])
tell(session.post(base + '/api/posts', json={'content': 'From Python', 'social_account_ids': accounts, 'media_ids': [media.get('id')]}))
tell(session.get(base + '/api/media', params={'search': 'test', 'tags[]': ['a', 'b']}))
tell(session.get(base + '/api/posts', params={'status': 'draft'}))
print(json.dumps(told))
`

test('requests uploads a file, makes a post of it, and lists both', async (t) => {
  const python = findPython()
  if (!python) return t.skip('python3 with requests is not on this machine (python3-requests)')
  await using service = await openService({ ROLE: 'api' })
  const file = picture()
  const path = join(service.data_dir, 'sunset.png')
  await writeFile(path, file)
  const { stdout } = await run(python, ['-c', SCRIPT], {
    env: {
      BASE: service.base_url,
      TOKEN: service.token,
      FILE: path,
      ACCOUNTS: JSON.stringify([service.accounts['x']]),
    },
  })
  const told: unknown = JSON.parse(stdout)
  assert.ok(Array.isArray(told))
  const statuses = told.map(({ status }) => status)
  assert.deepEqual(statuses, [201, 201, 201, 200, 200], stdout)
  const [uploaded, , post, media, posts] = told.map(({ body }) => body)
  assert.equal(uploaded.sha256, sha256(file))
  assert.deepEqual([uploaded.original_name, uploaded.tags], ['sunset.png', ['a', 'b']])
  assert.equal(post.media[0].id, uploaded.id)
  assert.deepEqual(
    [media.data, posts.data].map((list) => list.map(({ id }: { id: number }) => id)),
    [[uploaded.id], [post.id]],
  )
})
