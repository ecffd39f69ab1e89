// The single stored game being viewed.
import { lasting } from '../../shell/apart.svelte'
import { app } from '../../shell/app.svelte'
import { ViewerSession } from './viewer.svelte'

export const viewerSession = lasting(() => new ViewerSession(app.client))
