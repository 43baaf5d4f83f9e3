/** Where a problem is: by the service's name of the field, `data-place` in the page. */
const places: Readonly<Record<string, string>> = {
  scheduled_at: 'when',
  when: 'when',
  social_account_ids: 'accounts',
}

export function goToPlace(field: string) {
  const name = places[field.split('.')[0] ?? ''] ?? field
  const place = nearest(name)
  const fold = place?.closest('details')
  if (fold) fold.open = true
  place?.scrollIntoView({ block: 'center' })
  const control = place?.matches('button, [tabindex]')
    ? place
    : place?.querySelector<HTMLElement>('input, select, textarea, button')
  control?.focus()
}

/** `media_ids.3`, else `media_ids`. */
function nearest(name: string): HTMLElement | null {
  const found = document.querySelector<HTMLElement>(`[data-place="${CSS.escape(name)}"]`)
  const shorter = name.slice(0, Math.max(0, name.lastIndexOf('.')))
  return found ?? (shorter ? nearest(shorter) : null)
}

/** As if somebody pressed it; false where there is nothing to press. */
export function pressPlace(name: string): boolean {
  const button = document.querySelector<HTMLElement>(`button[data-place="${CSS.escape(name)}"]`)
  button?.click()
  return button !== null
}

/** The device's own chooser: for the part of a thread in which somebody is, else for the post. */
export function pressUpload() {
  const part = document.activeElement?.closest('section')
  const own = part?.querySelector<HTMLElement>('button[data-place$="media_ids"]')
  if (own) own.click()
  else pressPlace('media_ids')
}
