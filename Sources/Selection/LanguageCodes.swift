/// Which codes name the same language (ISO 639), and which languages belong together.
package enum LanguageCodes {
  /// The shortest code of the language that a primary subtag names (RFC 5646, 2.2.1): `fr` for `fra` and
  /// `fre`, `he` for the withdrawn `iw`. A code that is not known stays as it is.
  package static func canonical(_ code: String) -> String { shortest[code] ?? code }

  /// The macrolanguage that encompasses a language, or that it is itself; nil for all others.
  static func family(_ canonical: String) -> String? { families[canonical] }

  private static let shortest: [String: String] = {
    var shortest: [String: String] = [:]
    for row in table.split(separator: ",") {
      let codes = row.split { $0 == " " || $0 == "\n" }.map(String.init)
      for code in codes { shortest[code] = codes[0] }
    }
    let withdrawn = [
      ("iw", "he"), ("in", "id"), ("ji", "yi"), ("mo", "ro"), ("mol", "ro"), ("jw", "jv"), ("scr", "hr"),
      ("scc", "sr"), ("hbs", "sh"),
    ]
    for (old, code) in withdrawn { shortest[old] = code }
    return shortest
  }()

  /// Macrolanguages of ISO 639-3 as far as they are heard in films: the first of each row encompasses the
  /// others.
  private static let families: [String: String] = {
    let rows = [
      "no nb nn", "zh cmn yue nan hak wuu hsn gan cjy cdo lzh", "ar arb arz apc ary arq aeb acm afb ajp",
      "fa pes prs", "sh sr hr bs", "ms zsm", "et ekk", "lv lvs", "az azj azb", "sw swh", "ne npi", "or ory",
      "uz uzn uzs", "mn khk", "ps pbu pbt pst", "ku kmr ckb sdh", "sq als aln", "yi ydd yih", "mg plt",
      "gn gug",
      "qu quz quy", "ay ayr", "ff fuc fuf", "ik esi", "iu ike", "cr crk", "oj ojb", "om gaz", "sc sro",
      "za zyb",
      "tl fil",
    ]
    var families: [String: String] = [:]
    for row in rows {
      let codes = row.split(separator: " ").map(String.init)
      for code in codes { families[code] = codes[0] }
    }
    return families
  }()

  /// ISO 639-1, then 639-2/T, then 639-2/B where it differs.
  private static let table = """
    aa aar, ab abk, ae ave, af afr, ak aka, am amh, an arg, ar ara, as asm, av ava, ay aym, az aze,
    ba bak, be bel, bg bul, bh bih, bi bis, bm bam, bn ben, bo bod tib, br bre, bs bos, ca cat, ce che,
    ch cha, co cos, cr cre, cs ces cze, cu chu, cv chv, cy cym wel, da dan, de deu ger, dv div, dz dzo,
    ee ewe, el ell gre, en eng, eo epo, es spa, et est, eu eus baq, fa fas per, ff ful, fi fin, fj fij,
    fo fao, fr fra fre, fy fry, ga gle, gd gla, gl glg, gn grn, gu guj, gv glv, ha hau, he heb, hi hin,
    ho hmo, hr hrv, ht hat, hu hun, hy hye arm, hz her, ia ina, id ind, ie ile, ig ibo, ii iii, ik ipk,
    io ido, is isl ice, it ita, iu iku, ja jpn, jv jav, ka kat geo, kg kon, ki kik, kj kua, kk kaz,
    kl kal, km khm, kn kan, ko kor, kr kau, ks kas, ku kur, kv kom, kw cor, ky kir, la lat, lb ltz,
    lg lug, li lim, ln lin, lo lao, lt lit, lu lub, lv lav, mg mlg, mh mah, mi mri mao, mk mkd mac,
    ml mal, mn mon, mr mar, ms msa may, mt mlt, my mya bur, na nau, nb nob, nd nde, ne nep, ng ndo,
    nl nld dut, nn nno, no nor, nr nbl, nv nav, ny nya, oc oci, oj oji, om orm, or ori, os oss, pa pan,
    pi pli, pl pol, ps pus, pt por, qu que, rm roh, rn run, ro ron rum, ru rus, rw kin, sa san, sc srd,
    sd snd, se sme, sg sag, si sin, sk slk slo, sl slv, sm smo, sn sna, so som, sq sqi alb, sr srp,
    ss ssw, st sot, su sun, sv swe, sw swa, ta tam, te tel, tg tgk, th tha, ti tir, tk tuk, tl tgl,
    tn tsn, to ton, tr tur, ts tso, tt tat, tw twi, ty tah, ug uig, uk ukr, ur urd, uz uzb, ve ven,
    vi vie, vo vol, wa wln, wo wol, xh xho, yi yid, yo yor, za zha, zh zho chi, zu zul
    """
}
