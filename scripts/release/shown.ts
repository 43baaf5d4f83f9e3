import type { Artefacts } from './artefacts.ts'

/** The files of a release, a line each. */
export function shown({ files, components, unsealed }: Artefacts): string {
  const width = Math.max(...files.map(({ name }) => name.length))
  const lines = files.map(({ name, size_bytes, sha256 }) => {
    const kilobytes = `${Math.ceil(size_bytes / 1000).toLocaleString('en-US')} kB`
    return `  ${name.padEnd(width)}  ${kilobytes.padStart(9)}  ${sha256}`
  })
  const bill = `The bill of materials names ${components} packages, ${unsealed} of them without a hash.`
  return [...lines, bill].join('\n')
}
