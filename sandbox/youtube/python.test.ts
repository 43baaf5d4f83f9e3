/** A client that we did not write: Google's `googleapiclient` for Python, of Debian's package python3-googleapi. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { findPython, ensurePython } from '../../test/media/python.ts'
import { makePng } from '../../test/png.ts'
import { hostOf } from '../kit/harness.ts'
import { describe } from './described.ts'
import { CHUNK, start } from './harness.ts'

const run = promisify(execFile)
ensurePython()

const BEGINNING = `
import json, os
from google.oauth2.credentials import Credentials
from googleapiclient.discovery import build_from_document
from googleapiclient.errors import HttpError
from googleapiclient.http import MediaFileUpload
youtube = build_from_document(os.environ['DOCUMENT'], credentials=Credentials(os.environ['TOKEN']))
film, picture, captions = (os.path.join(os.environ['FILES'], name) for name in ('film.mp4', 'picture.png', 'captions.vtt'))
CHUNK = int(os.environ['CHUNK'])

def insert(title, chunksize=CHUNK):
    body = {'snippet': {'title': title, 'description': 'About it'}, 'status': {'privacyStatus': 'public'}}
    media = MediaFileUpload(film, mimetype='video/mp4', chunksize=chunksize, resumable=True)
    return youtube.videos().insert(part='snippet,status', body=body, media_body=media)

def whole(request):
    response = None
    while response is None:
        status, response = request.next_chunk()
    return response

def refused(call):
    try:
        call()
    except HttpError as error:
        return [int(error.resp.status), json.loads(error.content)['error']['errors'][0]['reason']]
told = {}
`

type Fault = { fault: string; on: string }

/** What the script has put into `told`. */
async function told(t: TestContext, script: string, { size = 1000, faults = [] as Fault[] } = {}) {
  const python = findPython('googleapiclient.discovery')
  if (!python) {
    t.skip('python3 with googleapiclient is not on this machine (python3-googleapi)')
    return undefined
  }
  await using at = await start()
  await using host = await hostOf(`${at.url}/api`)
  const { access_token } = await at.signIn('ada-lab')
  for (const fault of faults) at.emulator.faults.set({ account: '*', ...fault })
  const files = await mkdtemp(join(tmpdir(), 'googleapi-'))
  try {
    await writeFile(join(files, 'film.mp4'), Buffer.alloc(size, 7))
    await writeFile(join(files, 'picture.png'), makePng())
    await writeFile(join(files, 'captions.vtt'), 'WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n')
    const { stdout } = await run(
      python,
      ['-c', `${BEGINNING}${script}\nprint(json.dumps([told]))`],
      {
        env: {
          DOCUMENT: JSON.stringify(await describe(`${host.url}/`)),
          TOKEN: access_token,
          FILES: files,
          CHUNK: String(CHUNK),
        },
      },
    )
    const parsed: unknown = JSON.parse(stdout)
    assert.ok(Array.isArray(parsed))
    const [answers] = parsed
    return { answers, posts: at.emulator.posts() }
  } finally {
    await rm(files, { recursive: true })
  }
}

test('googleapiclient uploads a video in chunks, and finds it among the uploads', async (t) => {
  const size = 2 * CHUNK + 1000
  const at = await told(
    t,
    `
request = insert('A film')
told['progress'] = []
response = None
while response is None:
    status, response = request.next_chunk()
    if status:
        told['progress'].append(status.resumable_progress)
told['video'] = response
id = response['id']
told['second'] = whole(insert('Another', chunksize=-1))['id']
body = {'snippet': {'title': 'Zwölf'}, 'status': {'privacyStatus': 'public'}}
told['once'] = youtube.videos().insert(part='snippet,status', body=body, media_body=MediaFileUpload(film, mimetype='video/mp4')).execute()
told['read'] = youtube.videos().list(part='snippet,status,fileDetails,processingDetails,contentDetails,statistics', id=[id, told['second']]).execute()
channel = youtube.channels().list(part='contentDetails', mine=True).execute()['items'][0]
uploads = channel['contentDetails']['relatedPlaylists']['uploads']
told['pages'] = []
request = youtube.playlistItems().list(part='snippet,contentDetails', playlistId=uploads, maxResults=1)
while request is not None:
    page = request.execute()
    told['pages'].append([item['snippet']['resourceId']['videoId'] for item in page['items']])
    request = youtube.playlistItems().list_next(request, page)
`,
    { size },
  )
  if (!at) return
  const { answers, posts } = at
  assert.deepEqual(answers['progress'], [CHUNK, 2 * CHUNK])
  const { id } = answers['video']
  const { second, once } = answers
  assert.equal(answers['video'].snippet.title, 'A film')
  assert.equal(answers['video'].status.uploadStatus, 'uploaded')
  assert.deepEqual(answers['pages'], [[once.id], [second], [id]])
  assert.equal(once.snippet.title, 'Zwölf')
  const [video] = answers['read'].items
  assert.equal(video.status.uploadStatus, 'processed')
  assert.deepEqual([video.id, video.fileDetails.fileSize], [id, String(size)])
  assert.equal(video.snippet.description, 'About it')
  assert.deepEqual(
    posts.map(({ media }) => media.map(({ bytes }) => bytes)),
    [[size], [size], [size]],
  )
})

test('…goes on where a server fault or a half kept chunk has left it', async (t) => {
  const size = 3 * CHUNK + 1000
  const at = await told(
    t,
    `
request = insert('A film')
told['refused'] = []
told['progress'] = []
response = None
while response is None:
    try:
        status, response = request.next_chunk()
        if status:
            told['progress'].append(status.resumable_progress)
    except HttpError as error:
        told['refused'].append(int(error.resp.status))
told['id'] = response['id']
`,
    {
      size,
      faults: [
        { fault: 'short_308', on: 'upload' },
        { fault: 'backend_503', on: 'post' },
      ],
    },
  )
  if (!at) return
  assert.deepEqual(at.answers['refused'], [503])
  assert.equal(at.answers['progress'][0], CHUNK / 2)
  assert.deepEqual(
    at.posts.map(({ id, media }) => [id, media.map(({ bytes }) => bytes)]),
    [[at.answers['id'], [size]]],
  )
})

test('googleapiclient sets thumbnails, both ways, and fills a playlist', async (t) => {
  const at = await told(
    t,
    `
id = whole(insert('A film'))['id']
told['id'] = id
told['simple'] = youtube.thumbnails().set(videoId=id, media_body=MediaFileUpload(picture, mimetype='image/png')).execute()
told['resumable'] = whole(youtube.thumbnails().set(videoId=id, media_body=MediaFileUpload(picture, mimetype='image/png', resumable=True)))
told['text'] = refused(youtube.thumbnails().set(videoId=id, media_body=MediaFileUpload(captions, mimetype='text/plain')).execute)
told['nowhere'] = refused(youtube.thumbnails().set(videoId='missing', media_body=MediaFileUpload(picture, mimetype='image/png')).execute)
playlist = youtube.playlists().insert(part='snippet,status', body={'snippet': {'title': 'Films'}, 'status': {'privacyStatus': 'unlisted'}}).execute()
item = {'snippet': {'playlistId': playlist['id'], 'resourceId': {'kind': 'youtube#video', 'videoId': id}}}
told['item'] = youtube.playlistItems().insert(part='snippet', body=item).execute()
told['items'] = youtube.playlistItems().list(part='snippet,contentDetails', playlistId=playlist['id'], maxResults=50).execute()
told['none'] = refused(youtube.playlistItems().list(part='snippet', playlistId='PLmissing').execute)
`,
  )
  if (!at) return
  const { answers } = at
  for (const way of ['simple', 'resumable'])
    assert.equal(answers[way].kind, 'youtube#thumbnailSetResponse', way)
  assert.deepEqual(answers['text'], [400, 'imageFormatUnsupported'])
  assert.deepEqual(answers['nowhere'], [404, 'videoNotFound'])
  assert.equal(answers['item'].snippet.resourceId.videoId, answers['id'])
  assert.deepEqual(
    answers['items'].items.map(
      ({ contentDetails }: { contentDetails: { videoId: string } }) => contentDetails.videoId,
    ),
    [answers['id']],
  )
  assert.deepEqual(answers['none'], [404, 'playlistNotFound'])
})

test('googleapiclient changes a video, comments on it, captions it and deletes it', async (t) => {
  const at = await told(
    t,
    `
id = whole(insert('A film'))['id']
body = {'id': id, 'snippet': {'title': 'Another', 'categoryId': '22'}}
told['changed'] = youtube.videos().update(part='snippet', body=body).execute()
thread = {'snippet': {'videoId': id, 'topLevelComment': {'snippet': {'textOriginal': 'First'}}}}
told['comment'] = youtube.commentThreads().insert(part='snippet', body=thread).execute()
told['comments'] = youtube.commentThreads().list(part='snippet', videoId=id).execute()
told['caption'] = youtube.captions().insert(part='snippet', body={'snippet': {'videoId': id, 'language': 'en', 'name': ''}}, media_body=MediaFileUpload(captions, mimetype='text/vtt')).execute()
told['captions'] = youtube.captions().list(part='snippet', videoId=id).execute()
told['deleted'] = youtube.videos().delete(id=id).execute()
told['again'] = refused(youtube.videos().delete(id=id).execute)
told['left'] = youtube.videos().list(part='id', id=id).execute()
told['languages'] = len(youtube.i18nLanguages().list(part='snippet').execute()['items'])
`,
  )
  if (!at) return
  const { answers } = at
  assert.equal(answers['changed'].snippet.title, 'Another')
  assert.equal(answers['comment'].snippet.topLevelComment.snippet.textOriginal, 'First')
  assert.equal(answers['comments'].items.length, 1)
  assert.equal(answers['caption'].snippet.language, 'en')
  assert.equal(answers['captions'].items.length, 1)
  assert.equal(answers['deleted'], '')
  assert.deepEqual(answers['again'], [404, 'videoNotFound'])
  assert.deepEqual(answers['left'].items, [])
  assert.ok(answers['languages'] > 0)
})
