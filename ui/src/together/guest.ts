// Where the page of the guests begins. What it needs comes after it: the shell of the app has no part in it.
void import('./guests')
