use cleave_base_db::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let t0 = std::time::Instant::now();
    let text = decode(std::fs::read(&a[1]).unwrap());
    let db = RootDatabase::default();
    let file = SourceFile::new(&db, a[1].clone(), text.into());
    let mut s = HostSettings::default();
    s.stub_name = a[3].clone();
    s.module_id = std::fs::read_to_string(&a[4]).ok();
    let o = HostOptions::new(&db, s);
    let out = cleave_host::host_text(&db, file, o);
    let t1 = t0.elapsed();
    std::fs::write(&a[2], out).unwrap();
    eprintln!("{t1:?} {:?}", t0.elapsed());
}
