/** What each platform says to a file by itself, in every way that it could be sent there: by what a post is held against. */
import { z } from 'zod'
import { type Said, say } from '#platforms/kit/checks.ts'
import type { Manifest, MediaRules } from '#platforms/platform.ts'
import { Remark } from '#rules/finding.ts'
import { areCaptions } from '#rules/fit.ts'
import { type FieldErrors, invalid } from '#rules/problem.ts'
import type { Environment } from '../../context.ts'
import { type CheckedFile, checkMedia } from '../../posts/parts/media-check.ts'

export const Fitting = z.object({
  platform: z.string(),
  name: z.string(),
  as: z.string().describe('post, another kind of post, or cover: beside a video.'),
  fits: z.boolean(),
  problems: z.array(z.string()).describe('Why not.'),
  warnings: z.array(z.string()).describe('What is done to it, or advised.'),
  remarks: z.array(Remark).describe('Both as data.'),
})
type Fitting = z.infer<typeof Fitting>

export function fittingOf(
  file: CheckedFile,
  manifests: Readonly<Record<string, Manifest>>,
): Fitting[] {
  return Object.values(manifests).flatMap((manifest) =>
    waysOf(manifest).map(({ as, media }) => judged(file, as, media, manifest)),
  )
}

interface Way {
  as: string
  media: MediaRules
}

/** In which a file may be in a post there. */
function waysOf({ media, kinds = {} }: Pick<Manifest, 'media' | 'kinds'>): Way[] {
  const others = Object.entries(kinds).map(([as, kind]) => ({ as, media: kind.media }))
  const cover = media.cover && [{ as: 'cover', media: { image: media.cover } }]
  return [{ as: 'post', media }, ...others, ...(cover ?? [])]
}

function judged(file: CheckedFile, as: string, media: MediaRules, { id, name }: Manifest): Fitting {
  const who = { who: name, ...(as !== 'post' && { as }) }
  const problems: string[] = []
  const warnings: string[] = []
  const remarks: Remark[] = []
  const tell = (to: string[], { text, ...said }: Said) => {
    to.push(text)
    remarks.push({ message: text, ...said })
  }
  if (areCaptions(file) && !media.captions) tell(problems, say('media_captions', {}, who))
  checkMedia(
    [file],
    media,
    { who, alt_text: null },
    { add: (_, said) => tell(problems, said), warn: (said) => tell(warnings, said) },
  )
  return { platform: id, name, as, fits: !problems.length, problems, warnings, remarks }
}

/** Rules of which a file has to meet one; undefined: nobody asked, or there is no such platform. */
export function rulesOf(
  platform: string | undefined,
  { manifests }: Pick<Environment, 'manifests'>,
) {
  const manifest = platform === undefined ? undefined : manifests[platform]
  return manifest && waysOf(manifest).map(({ media }) => media)
}

export function unknownPlatform(
  platform: string | undefined,
  { manifests }: Pick<Environment, 'manifests'>,
): FieldErrors {
  if (platform === undefined || Object.hasOwn(manifests, platform)) return {}
  return { unfit_for: [`Name a platform that exists here: ${Object.keys(manifests).join(', ')}.`] }
}

export function requirePlatform(
  platform: string | undefined,
  environment: Pick<Environment, 'manifests'>,
) {
  const problem = invalid(unknownPlatform(platform, environment))
  if (problem) throw problem
}
