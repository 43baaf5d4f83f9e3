/** CHANGELOG.md: what is unreleased becomes a version, and a version’s part is what is said of it. */

const UNRELEASED = '## Unreleased'

/** Everything that keeps the page from becoming a version’s, in sentences. */
export function changelogProblems(page: string, version: string): string[] {
  const body = bodyOf(page, UNRELEASED)
  if (body === undefined) return [`CHANGELOG.md has no “${UNRELEASED}”.`]
  const empty = body
    .split(/^(?=### )/m)
    .filter((part) => part.startsWith('### ') && entriesIn(part) === 0)
    .map((part) => part.split('\n')[0])
  return [
    ...(entriesIn(body) === 0 ? ['CHANGELOG.md says nothing under “Unreleased”.'] : []),
    ...(entriesIn(body) > 0 && empty.length > 0
      ? [`CHANGELOG.md says nothing under ${empty.map((head) => `“${head}”`).join(', ')}.`]
      : []),
    ...(notesOf(page, version) === undefined ? [] : [`CHANGELOG.md has ${version} already.`]),
  ]
}

/** The page with what was unreleased under the version and its day, and room for what comes next. */
export function withVersion(page: string, version: string, now: Date): string {
  const day = now.toISOString().slice(0, 10)
  return page.replace(/^## Unreleased$/m, `${UNRELEASED}\n\n## ${version} - ${day}`)
}

/** What it says of a version, without the heading; undefined: nothing. */
export function notesOf(page: string, version: string): string | undefined {
  return bodyOf(page, `## ${version}`)
}

export function entriesIn(text: string): number {
  return text.split('\n').filter((line) => /^- \S/.test(line)).length
}

function bodyOf(page: string, heading: string) {
  const sections = page.split(/^(?=## )/m)
  const found = sections.find((section) => {
    const [first = ''] = section.split('\n')
    return first === heading || first.startsWith(`${heading} `)
  })
  return found?.split('\n').slice(1).join('\n').trim()
}
