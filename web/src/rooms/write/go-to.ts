/** Where a problem is: by the service's name of the field, `data-place` in the page. */
const places: Readonly<Record<string, string>> = {
  scheduled_at: 'when',
  when: 'when',
  social_account_ids: 'accounts',
}

export function goToPlace(field: string) {
  const name = places[field.split('.')[0] ?? ''] ?? field
  const place = nearest(name)
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
