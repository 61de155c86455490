import { readVisibleTexts } from './visible-texts.ts';

type Rule = { name: string; pattern: RegExp; except?: RegExp };

/** Fiction and the terms have a voice of their own. */
const SAMPLES = /^db\/seed\/site\/pages\/genmate-samples\.ts$/;
const SAMPLES_AND_TERMS = /^db\/seed\/site\/pages\/(genmate-samples|terms|privacy)\.ts$/;
/** Books have chapters and stories; documentation has sections, the blog has posts. */
const MARKETING =
  /^(db\/seed\/site|src\/(sections|ui\/drawings|layouts\/site|pages|features\/(waiting-list|blogs\/public))|api\/domain|scripts\/assets)\//;

const RULES: readonly Rule[] = [
  { name: 'no please', pattern: /\bplease\b/i },
  { name: 'say what is expected', pattern: /\b(oops|invalid|not valid)\b/i },
  { name: 'no exclamation mark', pattern: /[\p{L}\p{N})’]!(?=\s|$)/u },
  { name: 'email, not e-mail or mail', pattern: /\be-mail|(?<![-_])\b[Mm]ails?\b(?! server)/ },
  { name: 'someone, anyone, no one', pattern: /\b(somebody|nobody|anybody|everybody|whoever)\b/i, except: SAMPLES },
  { name: 'progress ends in three dots', pattern: /\p{L}…/u },
  { name: 'percent without a space', pattern: /(\d|\{\}) %/ },
  { name: 'single curly quotes', pattern: /[“”]/, except: SAMPLES_AND_TERMS },
  { name: 'curly apostrophe', pattern: /\p{L}'\p{L}/u },
  {
    name: 'contractions',
    pattern: /\b(cannot|(is|are|was|were|do|does|did|has|have|will|would|could|should) not)\b/i,
    except: SAMPLES_AND_TERMS,
  },
  { name: 'inbox, not mailbox', pattern: /\bmailbox/i },
  { name: 'image, not picture', pattern: /\bpictures?\b/i },
  { name: 'alt text', pattern: /\balternative text\b/i },
  { name: 'section, not chapter', pattern: /\bchapters?\b/i, except: MARKETING },
  { name: 'post, not story', pattern: /\b(story|stories)\b/i, except: MARKETING },
  { name: 'delete permanently', pattern: /\b(for good|throw away|thrown away)\b/i, except: SAMPLES },
  { name: 'unpublish, pause, resume', pattern: /\b(tak(e|es|en|ing) down|put away|is held|take up again)\b/i },
  { name: 'straight away', pattern: /\bat once\b/i, except: SAMPLES_AND_TERMS },
  { name: 'admin', pattern: /\b(administrators?|back office)\b/i },
  { name: 'waiting list', pattern: /\bwait(ing)?lists?\b/i },
  { name: 'sign in', pattern: /\blog(ged|s)? (in|out)\b/i },
  { name: 'address, not slug or permalink', pattern: /\b(slugs?|permalinks?)\b/i },
];

/** What the copy deck forbids in the texts of a source file: 'file: rule: text'. */
export const findVoiceFaults = (file: string, source: string): string[] =>
  readVisibleTexts(file, source).flatMap((text) =>
    RULES.filter(({ pattern, except }) => pattern.test(text) && !except?.test(file)).map(
      ({ name }) => `${file}: ${name}: ${text}`,
    ),
  );
