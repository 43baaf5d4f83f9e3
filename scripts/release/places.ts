/** Where the version of Crier stands. All of them say the same, and a release changes all of them. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

interface Place {
  file: string
  /** Each version that stands there. */
  read: (text: string) => string[]
  write: (text: string, version: string) => string
}

const Versioned = z.object({ version: z.string() })
/** Read loosely, so that what is written keeps its fields and their order. */
const Bag = z.record(z.string(), z.unknown())
const packagesOf = (lock: z.infer<typeof Bag>) => Object.entries(Bag.parse(lock['packages']))

export const PLACES: readonly Place[] = [
  manifest('package.json'),
  lock('package-lock.json'),
  manifest('sdk/package.json'),
  manifest('web/package.json'),
  chart('deploy/helm/crier/Chart.yaml'),
  images('deploy/kubernetes/one.yaml'),
  images('deploy/kubernetes/scale.yaml'),
  page('docs/sdk.md'),
  page('sdk/README.md'),
]

/** By file, what is wrong with what stands there; none: all say `version`. */
export function disagreements(root: string, version: string): string[] {
  return PLACES.flatMap(({ file, read }) => {
    const found = read(readFileSync(join(root, file), 'utf8'))
    if (found.length === 0) return [`${file} names no version.`]
    const others = new Set(found.filter((each) => each !== version))
    return [...others].map((other) => `${file} says ${other}, package.json ${version}.`)
  })
}

/** Answers with the files that it wrote. */
export function writeVersion(root: string, version: string): string[] {
  for (const { file, write } of PLACES) {
    const path = join(root, file)
    writeFileSync(path, write(readFileSync(path, 'utf8'), version))
  }
  return PLACES.map(({ file }) => file)
}

export function versionOf(root: string): string {
  return Versioned.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))).version
}

function manifest(file: string): Place {
  return {
    file,
    read: (text) => [Versioned.parse(JSON.parse(text)).version],
    write: (text, version) => json({ ...Bag.parse(JSON.parse(text)), version }),
  }
}

/** The whole, and each folder of ours in it. */
function lock(file: string): Place {
  const isOwn = (path: string) => !path.includes('node_modules/')
  return {
    file,
    read(text) {
      const whole = Bag.parse(JSON.parse(text))
      const own = packagesOf(whole).filter(([path]) => isOwn(path))
      return [whole, ...own.map(([, each]) => each)].map((each) => Versioned.parse(each).version)
    },
    write(text, version) {
      const whole = Bag.parse(JSON.parse(text))
      const packages = packagesOf(whole).map(([path, each]) => [
        path,
        isOwn(path) ? { ...Bag.parse(each), version } : each,
      ])
      return json({ ...whole, version, packages: Object.fromEntries(packages) })
    },
  }
}

/** A page that names the packed SDK. */
function page(file: string): Place {
  return words(file, /(?<=\bcrier-sdk-)\d+\.\d+\.\d+(?=\.tgz\b)/g)
}

/** Which version of Crier a chart is of; that of the chart itself is its own. */
function chart(file: string): Place {
  return words(file, /(?<=^appVersion: )\d+\.\d+\.\d+$/gm)
}

/** A manifest with our images and their tags. */
function images(file: string): Place {
  return words(file, /(?<=\/crier(?:-slim)?:)\d+\.\d+\.\d+$/gm)
}

function words(file: string, version: RegExp): Place {
  return {
    file,
    read: (text) => text.match(version) ?? [],
    write: (text, other) => text.replace(version, other),
  }
}

const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`
