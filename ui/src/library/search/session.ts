// The last search, restored on return.
import type { VariantKey } from '../../client/types'
import { singleton } from '../../shell/singleton.svelte'
import { app } from '../../shell/app.svelte'
import { SearchSession } from './search.svelte'

export const searchSession = singleton(() => new SearchSession(app.chosenVariant as VariantKey))
