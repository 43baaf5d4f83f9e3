import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { checkCues } from './captions.ts'
import { answer } from './inspect.ts'

let folder = ''
before(async () => (folder = await mkdtemp(join(tmpdir(), 'crier-captions-'))))
after(async () => rm(folder, { recursive: true }))

async function probe(
  filename: string,
  content: string | Uint8Array,
  mime_type: string | null = null,
) {
  const path = join(folder, filename)
  await writeFile(path, content)
  return answer({ name: 'probe', path, declared: { filename, mime_type } })
}

const SRT =
  '1\n00:00:01,000 --> 00:00:02,500\nGood morning\n\n2\n00:00:03,000 --> 00:00:04,000\n<i>And</i>\nmore\n'
const VTT =
  'WEBVTT - a walk\nKind: captions\n\nSTYLE\n::cue { color: gold }\n\nNOTE 12 --> is no cue\n\nfirst\n00:01.000 --> 00:02.500 line:0 align:start\nGood morning\n\n01:00:03.000 --> 01:00:04.000\nAnd more\n'

test('captions are told by their content, whatever browsers call them, with line breaks of any kind', async () => {
  for (const [name, content, mime_type, kept] of [
    ['a.srt', SRT, null, 'text/srt'],
    ['a.srt', `\uFEFF${SRT.replaceAll('\n', '\r\n')}`, 'application/x-subrip', 'text/srt'],
    ['a.srt', SRT.replaceAll(',', '.').replaceAll('\n', '\r'), 'text/plain', 'text/srt'],
    ['a.vtt', VTT, 'text/vtt', 'text/vtt'],
    ['a.vtt', `\uFEFF${VTT}`, 'application/octet-stream', 'text/vtt'],
  ] as const) {
    const told = await probe(name, content, mime_type)
    assert.ok('probed' in told, JSON.stringify(told))
    assert.deepEqual([told.probed.kind, told.probed.mime_type], ['captions', kept])
  }
})

test('what nobody could show is refused, naming the line and how it is written', () => {
  for (const [format, text, says] of [
    [
      'srt',
      SRT.replace('00:00:03,000', '0:3'),
      /line 6: these are no times; they are written like 00:01:02,500 --> /,
    ],
    ['srt', SRT.replace('00:00:04,000', '00:00:02,000'), /line 6: this cue ends before it begins/],
    ['srt', SRT.replace('Good morning\n', ''), /line 2: this cue has no words/],
    ['srt', 'All my words\nwithout a time\n', /line 2: a cue needs its times/],
    ['srt', '1\n', /line 1: a cue needs its times/],
    ['srt', '\n\n', /have no cues/],
    ['vtt', VTT.replace('WEBVTT', 'WEBVT'), /line 1: WebVTT begins with the word WEBVTT/],
    [
      'vtt',
      VTT.replace('00:02.500', '00:02,500'),
      /line 10: these are no times; .* like 00:01:02\.500/,
    ],
    ['vtt', 'WEBVTT\n\nNOTE nothing yet\n', /have no cues/],
  ] as const)
    assert.throws(() => checkCues(text, format), says)
})

test('another encoding, another name and a file of the size of a film are refused', async () => {
  const latin = Buffer.from(SRT.replace('Good', 'Schön'), 'latin1')
  for (const [name, content, mime_type, code, says] of [
    ['l.srt', latin, null, 'damaged', /not UTF-8/],
    ['v.srt', VTT, null, 'type_mismatch', /WebVTT captions, but its name ends in \.srt/],
    ['t.vtt', VTT, 'image/png', 'type_mismatch', /declared as image\/png/],
    ['b.srt', SRT.repeat(30_000), null, 'too_large', /at most 2 MB/],
    [
      'h.srt',
      `${SRT}\n3\n00:00:05,000 --> 00:00:06,000\n<script>go()</script>\n`,
      null,
      'unsupported_type',
      /web page/,
    ],
  ] as const) {
    const told = await probe(name, content, mime_type)
    assert.ok('refused' in told, name)
    assert.equal(told.refused.code, code, told.refused.message)
    assert.match(told.refused.message, says)
  }
})
