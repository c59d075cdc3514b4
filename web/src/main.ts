import { Page } from './page/page';

await new Page().start();
