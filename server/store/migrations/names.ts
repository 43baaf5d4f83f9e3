/** What there is to migrate to, without loading any of it: a migration is called as its file. */
import { readdir } from 'node:fs/promises'
import { parse } from 'node:path'

export async function namesOfMigrations(): Promise<string[]> {
  const files = await readdir(import.meta.dirname)
  return files.filter((file) => /^\d{4}-[^.]+\.[jt]s$/.test(file)).map((file) => parse(file).name)
}
