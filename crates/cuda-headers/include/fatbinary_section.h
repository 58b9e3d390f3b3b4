// The record that announces a fat binary to the runtime.
#ifndef CLEAVE_CUDA_FATBINARY_SECTION_H
#define CLEAVE_CUDA_FATBINARY_SECTION_H

typedef struct {
    int magic, version;
    const unsigned long long *data;
    void *filename_or_fatbins;
} __fatBinC_Wrapper_t;

#define FATBINC_MAGIC 0x466243b1
#define FATBINC_VERSION 1
#define FATBINC_LINK_VERSION 2
#define FATBIN_CONTROL_SECTION_NAME ".nvFatBinSegment"
#define FATBIN_DATA_SECTION_NAME ".nv_fatbin"
#define FATBIN_PRELINK_DATA_SECTION_NAME "__nv_relfatbin"

#endif
