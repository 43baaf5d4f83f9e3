/** A loudspeaker, 48 pixels wide. Within the data, so that no client has to fetch it from anywhere. */
import type { Icon } from '@modelcontextprotocol/server'

const png =
  'iVBORw0KGgoAAAANSUhEUgAAADAAAAAwBAMAAAClLOS0AAAAMFBMVEVMaXG0Ugi0Ugm2WwC0UgmzUgm0UgmOcQC0' +
  'Uwn////RlWfgtpfx39G+aSj69O/KhVDwGSoMAAAACHRSTlMAU9oFiqakAqXrfv4AAAAJcEhZcwAACxMAAAsTAQCa' +
  'nBgAAADYSURBVDjLldSxDYJgEAXgZ1jAmGhsjQ0lcQlt7WzdwQUkxlxQQsuZ6AAW1rCBbGDhAuxgoQSjAe4ZfCVf' +
  '8gP33x0Ap+9KJf7cQ5GeNDIqnq/EyPQFMws2QEfMdDGxYYyhDWssbNjCtcGHkLSFMCFwiW24qw1BbkOYqQ2pFnBu' +
  'wEMLCDSpwU7fcKhClJcg6en2Bf0kln15VhMivdogeUwgO/4L7Cj68srn0h/8VRJeRF52flH0ankz8PbhDdemd+kY' +
  '0MGho0aHk44zXQB8ZdAlA2dQX0tLD3gCO2ZejNWC0LQAAAAASUVORK5CYII='

export const icons: Icon[] = [
  { src: `data:image/png;base64,${png}`, mimeType: 'image/png', sizes: ['48x48'] },
]
