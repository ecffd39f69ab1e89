// What was looked for last, found again when one comes back.
import { lasting } from '../../shell/apart.svelte'
import { SearchSession } from './search.svelte'

export const searchSession = lasting(() => new SearchSession())
