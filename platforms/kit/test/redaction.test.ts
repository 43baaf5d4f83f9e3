import assert from 'node:assert/strict'
import { test } from 'node:test'
import { redact as bluesky } from '../../bluesky/errors.ts'
import { redact as google_business } from '../../google_business/errors.ts'
import { redacted as graph } from '../../meta/refusals.ts'
import { redacted as linkedin } from '../../linkedin/problem.ts'
import { redacted as pinterest } from '../../pinterest/problem.ts'
import { bare, type Redacted } from '../redaction.ts'
import { redacted as threads } from '../../threads/problem.ts'
import { redact as tiktok } from '../../tiktok/errors.ts'
import { redacted as x } from '../../x/problem.ts'
import { redacted as youtube } from '../../youtube/problem.ts'

const LONG = 'bWRWa3gzdnk3WHRGU1o0bmRRcTJ5VUxWX1lZTDdJSUtmaWcxbTVx'

/** A token as the platform makes them, and an id that people need to find a post by. */
const PLATFORMS: [string, Redacted, string, string][] = [
  ['bluesky', bluesky, 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJkaWQ6eCJ9.c2lnbmF0dXJl', '3kdgeujwlq32y'],
  ['google_business', google_business, 'ya29.a0AfB_byCq-4', 'locations/1234567890123456789'],
  ['facebook and instagram', graph, `EAA${LONG}`, '122093456789012345_678'],
  ['linkedin', linkedin, `AQX${LONG}`, 'urn:li:share:7123456789012345678'],
  ['pinterest', pinterest, 'pina_AEAT2345', '813744226420795884'],
  ['threads', threads, `THAA${LONG}`, '18046321456789012'],
  ['tiktok', tiktok, 'act.example12345Example!4521.e1', '7123456789012345678'],
  ['x', x, LONG, '1445880548472328192'],
  ['youtube', youtube, `ya29.${LONG}`, 'dQw4w9WgXcQ'],
]

for (const [name, redacted, token, id] of PLATFORMS) {
  test(`no token is among the words of ${name}, and ids are`, () => {
    const spilled = [
      token,
      `Bearer opaque-secret`,
      `Basic b3BhcXVlLXNlY3JldA==`,
      `{"access_token":"opaque-secret","refresh_token" : "opaque-secret"`,
      String.raw`{\"access_token\":\"opaque-secret\"}`,
      `client_secret=opaque-secret&code=opaque-secret&code_verifier=opaque-secret&upload_token=opaque-secret`,
      `the secret of the call, hush-hush`,
    ]
    for (const text of spilled) {
      const said = redacted(`post ${id} ${text} again`, ['hush-hush'])
      assert.doesNotMatch(said, /opaque|b3Bh|hush-hush/, text)
      assert.ok(!said.includes(token.slice(8)), said)
      assert.match(said, /\*\*\*/)
      assert.ok(said.includes(id), said)
    }
  })
}

test('words are one line of 500 characters at most, and short secrets leave other words alone', () => {
  assert.equal(x(' a\n\n b\t', ['a']), 'a b')
  assert.equal(x('no '.repeat(5000)).length, 500)
})

test('a page is told by its status and its text alone', () => {
  const text = '<style>p { color: red }</style><script>alert("1")</script><p>Slow <b>down</b></p>'
  assert.equal(x(bare({ status: 429, text })), '429 Slow down')
})
