/**
 * `npm run docs:build` builds the site of documentation into tmp/site/dist and follows every link of it;
 * `npm run docs` serves it, and changes with docs/.
 */
import { watch } from 'node:fs'
import { join } from 'node:path'
import { createServer } from 'vitepress'
import { assemble, built, root } from './assemble.ts'
import { builtSite } from './build.ts'
import { brokenLinks } from './check.ts'

if (process.argv[2] === 'serve') {
  await assemble()
  const server = await createServer(import.meta.dirname, { host: '127.0.0.1' })
  await server.listen()
  process.stdout.write(`The documentation: ${server.resolvedUrls?.local[0] ?? ''}\n`)
  let due: NodeJS.Timeout | undefined
  watch(join(root, 'docs'), { recursive: true }, () => {
    clearTimeout(due)
    due = setTimeout(() => void assemble(), 200)
  })
} else {
  const pages = await builtSite()
  const { links, broken } = brokenLinks(built)
  if (broken.length) {
    process.stderr.write(`${broken.length} links are broken:\n${broken.join('\n')}\n`)
    process.exitCode = 1
  } else process.stdout.write(`${pages} pages, ${links} links, none of them broken: ${built}\n`)
}
