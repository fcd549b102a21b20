/** The page's script: everything here is comfort, and the page is whole without it. */
import { startCopy } from './copy.js';
import { startFilters } from './filters.js';
import { startFolds } from './folds.js';
import { startKeys } from './keys.js';
import { startNavigation } from './navigation.js';
import { startSideBySide } from './side-by-side.js';
import { startTheme } from './theme.js';

document.documentElement.classList.add('scripted');
for (const id of ['toolbar', 'filters']) document.getElementById(id)?.removeAttribute('hidden');

const sideBySide = startSideBySide();
const folds = startFolds(sideBySide.prepare);
const navigation = startNavigation();
startFilters(navigation.setShown);
startCopy();
startTheme();
startKeys({ ...navigation, toggleSplit: sideBySide.toggle, toggleFolds: folds.toggle });
