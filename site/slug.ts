/** The anchor of a heading, as readers of the files expect it, so that a link holds in both places. */
export function slug(heading: string) {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-')
}
